// A program that migrates the embedded store: `migrate-sqlite.ts FILE MIGRATION…`.
import { migrations } from '../src/storage/migrations.ts'
import { openForWriting } from '../src/storage/sqlite/connection.ts'

const [file, ...more] = process.argv.slice(2)
openForWriting(file!, [...migrations, ...more.map((sql) => ({ sql }))]).close()
