#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: sanitized.sh COMMAND SOURCE_DIR BUILD_DIR
#
# The Python package over libraries that were built with the address sanitizer, tested with pytest: the extension, too, is built so. Of leaks
# those count that have a function of ours in their stack: Python itself frees little at its end.
. "$2/tests/support/cli.sh"
python=/usr/bin/python3
"$python" -c 'import pytest, numpy, pandas, setuptools' 2>/dev/null && [ -e /usr/bin/python3-config ] ||
    skip 'Debian: python3-dev python3-numpy python3-pandas python3-pytest python3-setuptools'
cc=${CC:-clang}
runtime=$("$cc" -print-file-name="libclang_rt.asan-$(uname -m).so")
[ -e "$runtime" ] || skip "$cc has no runtime of the sanitizer to load before Python"
build=$3/python_sanitized
rm -rf "$build"
mkdir -p "$build"
"${CMAKE:-cmake}" --install "$3" --prefix "$build/installed" >"$build/log" 2>&1 || wrong "does not install: $(tail -n 5 "$build/log")"
cp -R "$tree/python" "$build/package"
pc=$(dirname "$(find "$build/installed" -name teetape-io.pc)")
# The flags are those of the build; what comes with the interpreter says -O2 and more before them.
(cd "$build/package" && CC=$cc TEETAPE_SYSTEM=1 PKG_CONFIG_PATH=$pc CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fsanitize-trap=undefined' \
    LDFLAGS="-fsanitize=address -shared-libasan -Wl,-rpath,$(dirname "$pc")" "$python" setup.py -q build_ext --inplace) >"$build/log" 2>&1 ||
    wrong "does not build: $(tail -n 20 "$build/log")"
cd "$build" || exit 1
# The command has a runtime of its own.
printf '#!/bin/sh\nLD_PRELOAD= exec %s "$@"\n' "$teetape" >teetape
chmod +x teetape
TEETAPE_COMMAND=$PWD/teetape PYTHONPATH=$build/package PYTHONDONTWRITEBYTECODE=1 TEETAPE_SANITIZED=1 LD_PRELOAD=$runtime \
    ASAN_OPTIONS=detect_leaks=1:exitcode=0:handle_sigill=1:log_path="$build/asan":halt_on_error=1 \
    "$python" -m pytest -q -p no:cacheprovider "$tree/python/tests" >"$build/tests.log" 2>&1 || wrong "$(tail -n 40 "$build/tests.log")"
grep -q ' passed' "$build/tests.log" || wrong 'no test ran'
for report in "$build"/asan.*; do
    [ -e "$report" ] || continue
    ! grep -q 'ERROR: AddressSanitizer' "$report" || wrong "$(cat "$report")"
    # a leak is a paragraph
    awk -v RS= '/leak of/ && /in (tti?|core|column)_/' "$report" >"$build/leaks"
    [ ! -s "$build/leaks" ] || wrong "leaks: $(head -n 40 "$build/leaks")"
done
tail -n 1 "$build/tests.log"
exit $bad
