/* SPDX-License-Identifier: MIT
 *
 * Windows has no such header; tests/windows/lacks.h says what becomes of it.
 */
#include "windows/lacks.h"
