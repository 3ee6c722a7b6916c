// A program that migrates the embedded store: `migrate-sqlite.ts FILE MIGRATION…`.
import { openForWriting } from '../src/storage/sqlite/connection.ts'
import { migrations } from '../src/storage/sqlite/migrations.ts'

const [file, ...more] = process.argv.slice(2)
openForWriting(file!, [...migrations, ...more]).close()
