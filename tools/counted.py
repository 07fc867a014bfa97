#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""usage: counted.py COMMAND [WORD...]

Runs the command and ends with its exit status. Processes whose parent has left without waiting for them, as those of a browser, become
children of this one, which waits for them: their CPU time is in what `times` of the calling shell says (prctl(2),
PR_SET_CHILD_SUBREAPER). Elsewhere than on Linux their time is not counted.
"""
import ctypes
import os
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
SECONDS_FOR_THE_REST = 10

if sys.platform == "linux":
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
command = subprocess.Popen(sys.argv[1:])
status = None
while status is None:
    pid, ended = os.wait()
    if pid == command.pid:
        status = os.waitstatus_to_exitcode(ended)
command.returncode = status
end = time.monotonic() + SECONDS_FOR_THE_REST
try:
    while time.monotonic() < end:
        if os.waitpid(-1, os.WNOHANG)[0] == 0:
            time.sleep(0.05)
except ChildProcessError:
    pass
sys.exit(status if status >= 0 else 128 - status)
