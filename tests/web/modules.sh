#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: modules.sh MAKE_PAGE SOURCE_DIR
#
# The modules of the page become one script; or the build fails with a sentence, where the script would not do what the
# modules do, and where a form is not one of the two that tools/page/modules.c understands.
. "$2/tests/support/cli.sh"
make_page=$teetape

# MAIN.js as a page; its script is in `script`.
join() {
    "$make_page" "$tree/web/page.html" "$tree/web/page.css" "$tree/web/page.css" "$1" >parts.c 2>err || return
    sed -n '/page_tail\[\]/,/};/p' parts.c | tr -c '0-9\n' '\n' | LC_ALL=C awk '$1 > 0 { printf "%c", $1 }' |
        sed -n 's|.*id="program" data-packed="gzip">\([A-Za-z0-9+/=]*\).*|\1|p' | base64 -d | gzip -d >script
}

# refused LINE SENTENCE: main.js is stdin.
refused() {
    cat >main.js
    if join main.js; then
        wrong "not refused: $(cat main.js)"
    else
        echo "make_page: main.js:$1: $2" | cmp -s err - || wrong "$(cat err), not line $1: $2"
    fi
}

cat >a.js <<'END'
import {count} from './b.js';

/* import own from './a.js'; */
export const one = /[/'"]/.test('`'), two = [1, 2].map((x) => `${/'/.test(x)}${`${x}`}`); // three = 3
export class First {
    one() { return {three: count}.three / 2; }
}
const own = 'export {own};';
export async function last() { return own; }
END
echo 'export const count = 1; let sum = 0; export function add() { sum++; }' >b.js
cat >main.js <<'END'
import {
    First, last
} from './a.js';
import {one} from './a.js';
import {add} from './b.js';
const three = (four) => { const five = four; return five; };
add(three(one), new First().own, {own: last}.import);
END
join main.js || wrong "$(cat err)"
cmp script "$tree/tests/web/modules.golden" || wrong "$(cat script)"
for module in "$tree"/web/*.js; do
    name=$(basename "$module")
    case $name in main.js | dev.js) continue ;; esac
    grep -q "^import .* from './$name';" "$tree"/web/*.js || wrong "web/$name: no module imports it"
done

form="this import is not: import {A, B} from './name.js';"
for import in "import a from './a.js';" "import * as a from './a.js';" "import {one as a} from './a.js';" \
    "import {one, } from './a.js';" "import './a.js';" "import {one} from 'a.js';" 'import {one} from "./a.js";' \
    "import {one} from './a.js'" "import {} from './a.js';" "import a, {one} from './a.js';" 'import.meta.url;' "import('./a.js');" \
    "const a = () => import('./a.js');"; do
    echo "$import" | refused 1 "$form"
done
form='this export is not: export class, function, async function or const'
for export in 'export default 1;' 'export {a};' "export * from './a.js';" "export {one} from './a.js';" 'export let a = 1;' 'export var a = 1;'; do
    echo "$export" | refused 1 "$form"
done
for name in 'export const {a} = {a: 1};' 'let [a] = [1];' 'export function* a() {}' 'const a = class {};'; do
    echo "$name" | refused 1 'a declaration at the top level has plain names'
done
echo 'function a() { return import.meta; }' | refused 1 'import has no place here'
echo 'if (true) { var a = 1; }' | refused 1 'var has no place here'
echo 'await 1;' | refused 1 'a script cannot await at its top level'
echo 'const a = (1;' | refused 2 'a bracket is open at the end'
echo 'const a = `1' | refused 1 'does not end here, or did not begin'

refused 2 'own is also declared in a.js' <<'END'
import {one} from './a.js';
const x = one, own = [2, 3];
END
echo "import {absent} from './a.js';" | refused 1 'a.js does not export absent'
echo "import {own} from './a.js';" | refused 1 'a.js does not export own'
echo "import {count} from './a.js';" | refused 1 'a.js does not export count'
echo "import {one, one} from './a.js';" | refused 1 'one is imported twice'
echo "import {one} from './a.js';" | refused 1 'one is imported and not used'
refused 2 'two is a name of a.js, which this module does not import' <<'END'
import {one} from './a.js';
const x = `${one} ${two}`;
END
echo "import {main} from './main.js';" | refused 1 'a cycle: main.js waits for this module'
echo "import {c} from './c.js';" >main.js
printf '// c\nimport {main} from "./main.js";\n' | tr '"' "'" >c.js
join main.js && wrong 'a cycle of two modules is not refused'
grep -qx 'make_page: c.js:2: a cycle: main.js waits for this module' err || wrong "$(cat err)"
exit $bad
