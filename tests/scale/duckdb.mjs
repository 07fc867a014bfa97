// SPDX-License-Identifier: MIT
//
// usage: TT_DUCKDB=FOLDER node duckdb.mjs PARQUET_FOLDER COLUMNS OUT
//
// Reads folders of days that `teetape table --partition day --format parquet` wrote as one table, and writes it as JSON Lines. The day of a row is that
// of its folder, and rows without a time are those of demos.
import {createRequire} from 'node:module';
import {join} from 'node:path';

const {DuckDBInstance} = createRequire(join(process.env.TT_DUCKDB, '@duckdb/node-api/package.json'))('@duckdb/node-api');
const [folder, columns, out] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const text = (word) => `'${word.replaceAll("'", "''")}'`;
await connection.run("set timezone = 'UTC'");
await connection.run(`create view rows as select * from read_parquet(${text(join(folder, '*/*.parquet'))}, hive_partitioning = true)`);
if (columns.split(',').includes('ts')) {
    const wrong = await connection.runAndReadAll("select count(*) from rows where strftime(ts, '%Y-%m-%d') < day::text");
    if (Number(wrong.getRows()[0][0]) !== 0) throw new Error('a row is in the folder of a later day');
}
await connection.run(`copy (select ${columns} from rows) to ${text(out)} (format json)`);
