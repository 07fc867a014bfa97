#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: package.sh COMMAND SOURCE_DIR BUILD_DIR
#
# The Python package: built from the tree by pip into an environment of its own, and tested there with pytest; numpy and
# pandas are those of the system. Objects of BUILD_DIR are taken where its compiler and flags are those that setup.py asks CMake for, but
# for the level of optimization; `./check --package` compiles all of them as Debian does.
. "$2/tests/support/cli.sh"
python=/usr/bin/python3
# setuptools comes before pip, which else loads another distutils
"$python" -c 'import setuptools, wheel, pip, pytest, numpy, pandas, venv' 2>/dev/null && [ -e /usr/bin/python3-config ] ||
    skip 'Debian: python3-dev python3-numpy python3-pandas python3-pip python3-pytest python3-setuptools python3-venv python3-wheel'
build=$3/python
mkdir -p "$build"
# A copy, as setuptools builds beside the sources.
rm -rf "$build/tree" "$build/reuse"
mkdir -p "$build/tree"
for part in CMakeLists.txt CMakePresets.json LICENSE cmake include src python cli debian docs man tools tests web; do
    ln -s "$tree/$part" "$build/tree/$part"
done
rm "$build/tree/python"
mkdir "$build/tree/python"
cp -R "$tree/python/." "$build/tree/python"
rm -rf "$build/tree/python/build"
# The module of the page is not made once more.
[ ! -e "$3/web/page.wasm" ] || export TT_PAGE_WASM="$3/web/page.wasm"
# The system's pip installs into it: one of its own takes longer to install than the package.
[ -d "$build/venv" ] || "$python" -m venv --system-site-packages --without-pip "$build/venv" || wrong 'no environment'
mkdir "$build/reuse"
"$tree/tests/support/reuse.sh" --known "$build/reuse" "$3" "$tree"
TT_REUSE=$build/reuse CMAKE_C_COMPILER_LAUNCHER=$tree/tests/support/reuse.sh \
    "$python" -m pip --python "$build/venv/bin/python" install --quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check \
    "$build/tree/python" >"$build/log" 2>&1 || wrong "does not install: $(tail -n 20 "$build/log")"
cd "$build" || exit 1
TEETAPE_COMMAND=$teetape TEETAPE_TREE=$tree "$build/venv/bin/python" -m pytest -q -p no:cacheprovider "$tree/python/tests" >"$build/tests.log" 2>&1 ||
    wrong "$(tail -n 40 "$build/tests.log")"
tail -n 1 "$build/tests.log"
# What setup.py asks of CMake, which only says here what it was asked, and that it fails; programs are those in $build/bin.
rm -rf "${build:?}/bin" "$build/setup"
mkdir -p "$build/bin" "$build/setup/cache/libraries"
cp "$tree/python/setup.py" "$tree/python/pyproject.toml" "$tree/python/README.md" "$build/setup"
cp -R "$tree/python/src" "$tree/python/teetape" "$build/setup"
printf '#!/bin/sh\necho "$*"; exit 7\n' >"$build/bin/cmake"
printf '#!/bin/sh\n' >"$build/bin/ninja"
chmod +x "$build/bin/cmake" "$build/bin/ninja"
: >"$build/CMakeLists.txt"
ln -s /bin/sh "$build/bin/sh"
cache=$build/setup/cache/libraries/CMakeCache.txt
# usage: asks WHAT [ASSIGNMENT...]: the last line, and that there is no traceback
asks() {
    what=$1
    shift
    ! (cd "$build/setup" && env -u CMAKE_GENERATOR PATH="$build/bin" "$@" "$python" setup.py -q build_ext --build-temp cache) >"$build/setup.log" 2>&1 ||
        wrong "setup.py: $what: succeeds without CMake"
    ! grep -q Traceback "$build/setup.log" || wrong "setup.py: $what: $(cat "$build/setup.log")"
    tail -n 1 "$build/setup.log" | grep -q '^teetape is not built: ' || wrong "setup.py: $what: $(cat "$build/setup.log")"
}
echo 'CMAKE_GENERATOR:INTERNAL=Unix Makefiles' >"$cache"
rm "$build/CMakeLists.txt"
asks 'no tree around it'
grep -q 'is not the tree of teetape; TEETAPE_SYSTEM=1 builds over' "$build/setup.log" || wrong "setup.py: without the tree: $(cat "$build/setup.log")"
: >"$build/CMakeLists.txt"
asks 'a cache of make'
grep -q '^-G Ninja -S ' "$build/setup.log" && [ ! -e "$cache" ] || wrong "setup.py: does not take Ninja, or keeps the cache of make"
mkdir -p "${cache%/*}"
echo 'CMAKE_GENERATOR:INTERNAL=Ninja' >"$cache"
asks 'a cache that is not complete'
[ ! -e "$cache" ] || wrong 'setup.py: keeps a cache that CMake did not complete'
mkdir -p "${cache%/*}"
echo 'CMAKE_GENERATOR:INTERNAL=Ninja' >"$cache"
: >"${cache%/*}/build.ninja"
asks 'a good cache'
[ -e "$cache" ] || wrong 'setup.py: drops a good cache'
asks 'a generator that is named' CMAKE_GENERATOR='Ninja Multi-Config'
grep -q '^-G Ninja Multi-Config -S ' "$build/setup.log" || wrong 'setup.py: does not take CMAKE_GENERATOR'
rm "$build/bin/ninja"
asks 'neither ninja nor make'
! grep -q '^-G' "$build/setup.log" && grep -q 'needs ninja or make (Debian: apt-get install ninja-build)$' "$build/setup.log" ||
    wrong "setup.py: without ninja and make: $(cat "$build/setup.log")"
rm "$build/bin/cmake"
asks 'no cmake' CMAKE_GENERATOR=Ninja
grep -q "no program 'cmake'" "$build/setup.log" || wrong "setup.py: without cmake: $(cat "$build/setup.log")"
# An installed library outside of the system's folders is found again. Compiler and pkg-config only say what they were asked.
cat >"$build/bin/pkg-config" <<'END'
#!/bin/sh
case "$*" in *--libs*) echo '-L/opt/tape/lib' ;; esac
END
cat >"$build/bin/cc" <<'END'
#!/bin/sh
echo "$*"
while [ $# -gt 1 ]; do
    [ "$1" != -o ] || : >"$2"
    shift
done
END
chmod +x "$build/bin/pkg-config" "$build/bin/cc"
for sysroot in '' /nowhere; do
    rm -rf "$build/setup/linked"
    (cd "$build/setup" && PATH="$build/bin" TEETAPE_SYSTEM=1 PKG_CONFIG_SYSROOT_DIR=$sysroot CC="$build/bin/cc" LDSHARED="$build/bin/cc" \
        "$python" setup.py build_ext --build-temp linked --build-lib linked) >"$build/setup.log" 2>&1 || wrong "setup.py: an installed library: $(cat "$build/setup.log")"
    linked=$(grep -c -e '-L/opt/tape/lib -Wl,-rpath,/opt/tape/lib' "$build/setup.log")
    if [ -n "$sysroot" ]; then [ "$linked" -eq 0 ]; else [ "$linked" -gt 0 ]; fi || wrong "setup.py: an rpath with sysroot '$sysroot': $(cat "$build/setup.log")"
done
rm -rf "$build/frame"
"$build/venv/bin/python" "$tree/bench/frame.py" "$teetape" "$build/frame" 8 1 >"$build/frame.log" 2>&1 && grep -q '^1 threads: [1-9][0-9]* rows' "$build/frame.log" ||
    wrong "bench/frame.py: $(cat "$build/frame.log")"
exit $bad
