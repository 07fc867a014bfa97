#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: physics_rules.py BUILD_DIR [WORD...]
       physics_rules.py --match

Takes each rule of tests/physics_rules.txt out of a copy of src/physics, and says which test of the physics fails
then: of a rule that no test needs, nobody would notice that it broke. With words only rules with one of them in their
name are tried. BUILD_DIR is a build of this tree, whose libraries the tests are linked with. A rule takes some four
seconds. The exit status is 1 when a rule is not found in its file, does not compile, or no test fails, and when no
rule has one of the words in its name.

--match builds and tries nothing. It only says which entries are wrong: the text of a rule must be in its file once,
and each entry needs a name of its own and a change of its own. The exit status is 1 when one is wrong.
"""
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = {
    "items": ["tests/test_physics_items.c", "tests/support/physics_game.c", "tests/support/physics_session.c",
              "tests/host_files.c"],
    "tees": ["tests/test_physics_tees.c", "tests/support/physics_game.c", "tests/host_files.c"],
    "rules": ["tests/test_physics_rules.c", "tests/support/physics_game.c", "tests/host_files.c"],
}
FLAGS = ["-std=c11", "-O1", "-ffp-contract=off", "-w", "-D_GNU_SOURCE"]


def rules():
    """Name, file, old text and new text of each rule."""
    with open(os.path.join(ROOT, "tests/physics_rules.txt"), encoding="utf-8") as file:
        entries = file.read().rstrip("\n").split("\n\n")[1:]
    for entry in entries:
        lines = entry.split("\n")
        if [line[:1] for line in lines] != ["r", "f", "-", "+"]:
            sys.exit("physics_rules.txt: not the four lines of a rule:\n" + entry)
        old, new = (line[1:].replace("\\n", "\n") for line in lines[2:])
        yield {"name": lines[0][5:], "file": lines[1][5:], "old": old, "new": new}


def text_of(source, rule):
    """The text of a rule's file, and how often the text of the rule is in it."""
    try:
        with open(os.path.join(source, rule["file"]), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    return text, text.count(rule["old"])


def match():
    """Says which entries are wrong. Returns true when none is."""
    names, changes, wrong = set(), set(), []
    for rule in rules():
        change = (rule["file"], rule["old"], rule["new"])
        _, times = text_of(os.path.join(ROOT, "src/physics"), rule)
        if times != 1:
            wrong.append("%s: is in src/physics/%s %d times, not once" % (rule["name"], rule["file"], times))
        if rule["old"] == rule["new"]:
            wrong.append(rule["name"] + ": changes nothing")
        if rule["name"] in names or change in changes:
            wrong.append(rule["name"] + ": is there twice")
        names.add(rule["name"])
        changes.add(change)
    if not names:
        wrong.append("physics_rules.txt: has no rule")
    for line in wrong:
        print(line)
    return not wrong


class Tree:
    """A copy of src/physics and its objects."""

    def __init__(self, build, folder):
        self.build = build
        self.folder = folder
        self.source = os.path.join(folder, "src/physics")
        shutil.copytree(os.path.join(ROOT, "src"), os.path.join(folder, "src"))
        self.include = ["-I" + os.path.join(folder, "src"), "-I" + os.path.join(ROOT, "include"),
                        "-I" + os.path.join(ROOT, "tests")]
        self.files = sorted(name for name in os.listdir(self.source) if name.endswith(".c"))
        for name in self.files:
            self.compile(name)
        self.tests = {}
        for test, sources in TESTS.items():
            if os.path.exists(os.path.join(ROOT, sources[0])):
                self.tests[test] = [self.compile_test(source) for source in sources]

    def object(self, name):
        return os.path.join(self.folder, os.path.basename(name)[:-2] + ".o")

    def compile(self, name):
        command = ["cc", *FLAGS, *self.include, "-c", os.path.join(self.source, name), "-o", self.object(name)]
        return subprocess.run(command, stderr=subprocess.PIPE, check=False).returncode == 0

    def compile_test(self, source):
        defines = ['-DTT_SOURCE_DIR="%s"' % ROOT, "-DTT_TEST_SHARE=1"]
        path = self.object(source)
        subprocess.run(["cc", *FLAGS, *defines, *self.include, "-c", os.path.join(ROOT, source), "-o", path], check=True)
        return path

    def fails(self, test):
        program = os.path.join(self.folder, test)
        libraries = [os.path.join(self.build, "src", name) for name in ("libteetape-io.a", "libteetape.a")]
        replay = [os.path.join(self.folder, name) for name in ("actions.o", "replay.o")]
        subprocess.run(["cc", *self.tests[test], *(self.object(name) for name in self.files), *replay, *libraries,
                        "-lcmocka", "-lz", "-llzma", "-lzstd", "-lsqlite3", "-lpthread", "-lm", "-o", program], check=True)
        try:
            done = subprocess.run([program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=120, check=False)
            return done.returncode != 0
        except subprocess.TimeoutExpired:
            return True


def try_rule(tree, rule):
    """The answer for one rule, and whether it is a good one."""
    path = os.path.join(tree.source, rule["file"])
    text, times = text_of(tree.source, rule)
    if times != 1:
        return "is in its file %d times, not once" % times, False
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(rule["old"], rule["new"]))
    kept = tree.object(rule["file"]) + ".kept"
    shutil.copyfile(tree.object(rule["file"]), kept)
    compiles = tree.compile(rule["file"])
    failed = next((test for test in tree.tests if compiles and tree.fails(test)), None)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    shutil.copyfile(kept, tree.object(rule["file"]))
    if not compiles:
        return "does not compile without it", False
    return "test_physics_%s fails" % failed if failed else "NO TEST FAILS", failed is not None


def try_rules(build, chosen):
    """Tries rules one by one. Returns true when a test fails without each of them."""
    good = True
    with tempfile.TemporaryDirectory() as folder:
        tree = Tree(os.path.abspath(build), folder)
        for name in ("actions", "replay"):
            subprocess.run(["cc", *FLAGS, *tree.include, "-c", os.path.join(ROOT, "src/follow/%s.c" % name), "-o",
                            os.path.join(folder, name + ".o")], check=True)
        if any(tree.fails(test) for test in tree.tests):
            sys.exit("tests fail with all rules in place")
        for rule in chosen:
            answer, is_good = try_rule(tree, rule)
            good = good and is_good
            print(rule["name"] + ": " + answer, flush=True)
    return good


def main():
    if sys.argv[1:] == ["--help"]:
        print(__doc__, end="")
        return
    if sys.argv[1:] == ["--match"]:
        sys.exit(0 if match() else 1)
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    words = sys.argv[2:]
    chosen = [rule for rule in rules() if not words or any(word in rule["name"] for word in words)]
    if not chosen:
        sys.exit("no rule has one of these words in its name")
    sys.exit(0 if try_rules(sys.argv[1], chosen) else 1)


if __name__ == "__main__":
    main()
