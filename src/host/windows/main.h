/* SPDX-License-Identifier: MIT
 *
 * Gives a program its arguments in UTF-8. A program's main file includes this first;
 * src/host/windows/main.c then calls its main.
 */
#ifndef HOST_WINDOWS_MAIN_H
#define HOST_WINDOWS_MAIN_H

int windows_main(int argc, char **argv);

#define main windows_main

#endif
