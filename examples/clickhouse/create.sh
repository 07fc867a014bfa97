#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: create.sh [--database NAME] [--codecs] [--cluster NAME] [CLIENT_OPTION...]
#
# Makes the tables of an archive on one ClickHouse server, which need not be new: what is there remains. The other options
# are those of clickhouse-client, such as --host and --port. docs/scale.md says what the tables are for.
#
#   --database NAME   in which they are (teetape)
#   --codecs          with codecs, for ClickHouse 20 and newer; Debian's 18.16 knows none
#   --cluster NAME    of the server's configuration: all_ticks and the others ask every shard of it; without it, this server
#
# TEETAPE and CLICKHOUSE_CLIENT name the programs.
set -eu
database=teetape kind=plain cluster=''
while [ $# -gt 0 ]; do
    case $1 in
    --database) database=$2 && shift 2 ;;
    --cluster) cluster=$2 && shift 2 ;;
    --codecs) kind=codecs && shift ;;
    *) break ;;
    esac
done
client() {
    "${CLICKHOUSE_CLIENT:-clickhouse-client}" --multiquery "$@"
}

client "$@" --query "create database if not exists $database"
for table in recordings sessions facts chat inputs ticks; do
    if [ -n "$cluster" ]; then
        engine="Distributed($cluster, $database, $table)"
    else
        engine="Merge($database, '^$table\$')"
    fi
    statements=$("${TEETAPE:-teetape}" table $table --ddl $kind)
    client "$@" --database "$database" <<END
$statements
create table if not exists all_$table as $table engine = $engine;
END
done
