#!/bin/sh
# SPDX-License-Identifier: MIT
#
# `cmake -S . -B build` works where cmocka and jansson are not installed: the tests are left out, and a line says so. Who
# asks for tests, as ./check and the package do, gets an error there, and no build without tests.
set -u
. tests/structure/common.sh
need pkg-config
temporary_folder

cmake=${CMAKE:-cmake}
left_out='the tests are left out'

# A system that has all modules of pkg-config but those that are named. What is not found by it is not there.
system_without() {
    rm -rf "$folder/system"
    mkdir "$folder/system"
    for module in cmocka jansson; do
        case " $* " in
        *" $module "*) ;;
        *) printf 'Name: %s\nDescription: none\nVersion: 9.9\nLibs: -l%s\n' "$module" "$module" >"$folder/system/$module.pc" ;;
        esac
    done
}

# configured [OPTION...]: as a user does it, on that system. What CMake knows of the compiler is kept, or this takes a minute;
# what it knows of the system and of tests is not.
configured() {
    env PKG_CONFIG_LIBDIR="$folder/system" PKG_CONFIG_PATH= "$cmake" -B "$folder/build" -U 'CMOCKA*' -U 'JANSSON*' -U '*pkg*' -U '*PKG*' \
        -U '*PkgConfig*' "$@" >"$folder/log" 2>&1
}

# How many tests there are of the programs in tests/.
unit_tests() {
    (cd "$folder/build" && "${cmake%cmake}ctest" -N) | grep -c ': varint$'
}

system_without
configured -S . -U TT_BUILD_TESTS -DCMAKE_C_COMPILER="${CC:-cc}" || wrong "with both libraries: $(cat "$folder/log")"
grep -q "$left_out" "$folder/log" && wrong 'tests are left out, although there are both libraries'
[ "$(unit_tests)" = 1 ] || wrong 'with both libraries there is no test'

for missing in cmocka jansson 'cmocka jansson'; do
    # shellcheck disable=SC2086
    system_without $missing
    configured -S . -U TT_BUILD_TESTS || wrong "without $missing: $(cat "$folder/log")"
    grep "$left_out" "$folder/log" | grep -q "${missing% *}.* not found" || wrong "without $missing: no line says that tests are left out"
    [ "$(unit_tests)" = 0 ] || wrong "without $missing there are tests"
    configured -S . -DTT_BUILD_TESTS=ON && wrong "without $missing TT_BUILD_TESTS=ON builds without tests"
    grep -q "${missing% *}.* not found" "$folder/log" || wrong "without $missing: TT_BUILD_TESTS=ON does not say what is missing"
    configured -S . -DTT_BUILD_TESTS=OFF || wrong "without $missing: $(cat "$folder/log")"
    grep -q "$left_out" "$folder/log" && wrong 'a line about tests that were not asked for'
done

# Without pkg-config, too.
configured -S . -U TT_BUILD_TESTS -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON || wrong "without pkg-config: $(cat "$folder/log")"
grep -q "$left_out" "$folder/log" || wrong 'without pkg-config: no line says that tests are left out'

# The presets of ./check, and the package.
for preset in dev asan; do
    configured --preset "$preset" -G 'Unix Makefiles' && wrong "the preset $preset builds without tests"
    grep -q 'not found, which the tests need' "$folder/log" || wrong "the preset $preset: $(cat "$folder/log")"
done
grep -q -- '-DTT_BUILD_TESTS=ON' debian/rules || wrong 'debian/rules builds without tests'
exit $bad
