#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: package.sh COMMAND SOURCE_DIR BUILD_DIR
#
# The Python package: built from the tree by pip into an environment of its own, and tested there with pytest; numpy and
# pandas are those of the system.
. "$2/tests/support/cli.sh"
python=/usr/bin/python3
"$python" -c 'import pytest, numpy, pandas, setuptools, wheel, venv' 2>/dev/null && [ -e /usr/bin/python3-config ] ||
    skip 'Debian: python3-dev python3-numpy python3-pandas python3-pip python3-pytest python3-setuptools python3-venv python3-wheel'
build=$3/python
mkdir -p "$build"
# A copy, as setuptools builds beside the sources.
rm -rf "$build/tree"
mkdir -p "$build/tree"
for part in CMakeLists.txt CMakePresets.json LICENSE cmake include src python cli debian docs man tools tests; do
    ln -s "$tree/$part" "$build/tree/$part"
done
rm "$build/tree/python"
mkdir "$build/tree/python"
cp -R "$tree/python/." "$build/tree/python"
rm -rf "$build/tree/python/build"
[ -d "$build/venv" ] || "$python" -m venv --system-site-packages "$build/venv" || wrong 'no environment'
"$build/venv/bin/pip" install --quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check \
    "$build/tree/python" >"$build/log" 2>&1 || wrong "does not install: $(tail -n 20 "$build/log")"
cd "$build" || exit 1
TEETAPE_COMMAND=$teetape TEETAPE_TREE=$tree "$build/venv/bin/python" -m pytest -q -p no:cacheprovider "$tree/python/tests" >"$build/tests.log" 2>&1 ||
    wrong "$(tail -n 40 "$build/tests.log")"
tail -n 1 "$build/tests.log"
rm -rf "$build/frame"
"$build/venv/bin/python" "$tree/bench/frame.py" "$teetape" "$build/frame" 8 1 >"$build/frame.log" 2>&1 && grep -q '^1 threads: [1-9][0-9]* rows' "$build/frame.log" ||
    wrong "bench/frame.py: $(cat "$build/frame.log")"
exit $bad
