# SPDX-License-Identifier: MIT
"""Builds the extension over the two libraries.

The libraries come from the tree around this folder, built here without tests, or, with TEETAPE_SYSTEM=1, from
pkg-config: what is installed.
"""
import os
import shlex
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
SOURCES = ["arrow.c", "codec.c", "codes.c", "column.c", "error.c", "find.c", "jobs.c", "map.c", "module.c", "table.c", "walk.c"]


def refuse(why):
    """Exits without a traceback, which would not help a user who installs the package."""
    raise SystemExit(f"teetape is not built: {why}")


def run(*words, **how):
    try:
        return subprocess.run(words, check=True, **how)
    except FileNotFoundError:
        refuse(f"there is no program '{words[0]}' (Debian: apt-get install cmake pkg-config)")
    except subprocess.CalledProcessError as error:
        refuse(f"'{words[0]}' failed with exit status {error.returncode}; what it said is above")


def ask_pkg_config(*words):
    return shlex.split(run("pkg-config", *words, stdout=subprocess.PIPE, text=True).stdout)


def rpaths(library):
    """The link arguments by which the extension finds a library outside of the system's folders. pkg-config names
    these folders, and only these, with -L. Below PKG_CONFIG_SYSROOT_DIR a package is made, which is installed elsewhere."""
    if os.environ.get("PKG_CONFIG_SYSROOT_DIR"):
        return []
    return [f"-Wl,-rpath,{word[2:]}" for word in ask_pkg_config("--libs-only-L", library)]


def choose_generator():
    """The generator for CMake: Ninja where it is found, unless the user has set one."""
    if os.environ.get("CMAKE_GENERATOR"):
        return os.environ["CMAKE_GENERATOR"]
    if shutil.which("ninja"):
        return "Ninja"
    if shutil.which("make"):
        return "Unix Makefiles"
    return refuse("CMake needs ninja or make (Debian: apt-get install ninja-build)")


def drop_other_cache(folder, generator):
    """Removes a cache that CMake would refuse (another generator) or that is incomplete."""
    cache = folder / "CMakeCache.txt"
    is_complete = (folder / "build.ninja").exists() or (folder / "Makefile").exists()
    if cache.exists() and not (is_complete and f"CMAKE_GENERATOR:INTERNAL={generator}\n" in cache.read_text(errors="replace")):
        shutil.rmtree(folder)


class Build(build_ext):
    def build_extension(self, extension):
        if os.environ.get("TEETAPE_SYSTEM") == "1":
            extension.extra_compile_args += ask_pkg_config("--cflags", "teetape-io")
            extension.extra_link_args += ask_pkg_config("--libs", "teetape-io") + rpaths("teetape-io")
        else:
            self.build_libraries(extension)
        super().build_extension(extension)

    def build_libraries(self, extension):
        tree = HERE.parent
        if not (tree / "CMakeLists.txt").exists():
            refuse(f"{tree} is not the tree of teetape; TEETAPE_SYSTEM=1 builds over the libteetape-io that is installed")
        folder = Path(self.build_temp).resolve() / "libraries"
        installed = folder / "installed"
        generator = choose_generator()
        drop_other_cache(folder, generator)
        run("cmake", "-G", generator, "-S", str(tree), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
            "-DBUILD_SHARED_LIBS=OFF", "-DCMAKE_POSITION_INDEPENDENT_CODE=ON", "-DTT_BUILD_TESTS=OFF",
            "-DTT_BUILD_BENCH=OFF", "-DTT_BUILD_EXAMPLES=OFF", "-DTT_BUILD_COMMAND=OFF",
            f"-DCMAKE_INSTALL_PREFIX={installed}", "-DCMAKE_INSTALL_LIBDIR=lib")
        run("cmake", "--build", str(folder), "--parallel")
        run("cmake", "--install", str(folder), stdout=subprocess.DEVNULL)
        os.environ["PKG_CONFIG_PATH"] = str(installed / "lib" / "pkgconfig")
        extension.extra_compile_args += ask_pkg_config("--cflags", "teetape-io")
        extension.extra_link_args += ask_pkg_config("--static", "--libs", "teetape-io")


setup(
    ext_modules=[Extension(
        "teetape._core", [f"src/{name}" for name in SOURCES], depends=["src/core.h", "src/job.h"], py_limited_api=True,
        define_macros=[("Py_LIMITED_API", "0x030b0000")],
        extra_compile_args=["-std=c11", "-Wall", "-Wextra", "-Werror=implicit-function-declaration", "-Wno-missing-field-initializers"])],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
