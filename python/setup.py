# SPDX-License-Identifier: MIT
"""Builds the extension over the two libraries.

The libraries come from the tree around this folder, built here without tests, or, with TEETAPE_SYSTEM=1, from
pkg-config: what is installed.
"""
import os
import shlex
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
SOURCES = ["arrow.c", "codec.c", "column.c", "error.c", "module.c", "table.c"]


def ask_pkg_config(*words):
    return shlex.split(subprocess.run(["pkg-config", *words], check=True, capture_output=True, text=True).stdout)


class Build(build_ext):
    def build_extension(self, extension):
        if os.environ.get("TEETAPE_SYSTEM") == "1":
            extension.extra_compile_args += ask_pkg_config("--cflags", "teetape-io")
            extension.extra_link_args += ask_pkg_config("--libs", "teetape-io")
        else:
            self.build_libraries(extension)
        super().build_extension(extension)

    def build_libraries(self, extension):
        tree = HERE.parent
        folder = Path(self.build_temp).resolve() / "libraries"
        installed = folder / "installed"
        subprocess.run(
            ["cmake", "-S", str(tree), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF",
             "-DCMAKE_POSITION_INDEPENDENT_CODE=ON", "-DTT_BUILD_TESTS=OFF", "-DTT_BUILD_BENCH=OFF",
             "-DTT_BUILD_EXAMPLES=OFF", "-DTT_BUILD_COMMAND=OFF", f"-DCMAKE_INSTALL_PREFIX={installed}",
             "-DCMAKE_INSTALL_LIBDIR=lib"], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--parallel"], check=True)
        subprocess.run(["cmake", "--install", str(folder)], check=True, stdout=subprocess.DEVNULL)
        os.environ["PKG_CONFIG_PATH"] = str(installed / "lib" / "pkgconfig")
        extension.extra_compile_args += ask_pkg_config("--cflags", "teetape-io")
        extension.extra_link_args += ask_pkg_config("--static", "--libs", "teetape-io")


setup(
    ext_modules=[Extension(
        "teetape._core", [f"src/{name}" for name in SOURCES], depends=["src/core.h"], py_limited_api=True,
        define_macros=[("Py_LIMITED_API", "0x030b0000")],
        extra_compile_args=["-std=c11", "-Wall", "-Wextra", "-Werror=implicit-function-declaration", "-Wno-missing-field-initializers"])],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
