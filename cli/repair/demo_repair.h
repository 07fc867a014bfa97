/* SPDX-License-Identifier: MIT
 *
 * teetape repair, of a demo.
 */
#ifndef CLI_DEMO_REPAIR_H
#define CLI_DEMO_REPAIR_H

#include "cli/shell/command.h"

enum exit_status demo_repair(struct job *job);

#endif
