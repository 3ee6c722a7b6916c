import {
  knownSettings,
  type ReleaseRecord,
  type SettingChanges,
  settingChanges,
} from '../../config/setting-changes.ts'
import { readSettings, unknownSettings } from '../../config/settings.ts'
import { fullVersion } from '../../platform/version.ts'
import { type SchemaState, whyUnusable } from '../../storage/schema-state.ts'
import { columns } from '../columns.ts'
import { defineCommand } from '../command.ts'
import { schemaOf } from '../schema-of.ts'
import { counted } from '../wording.ts'

export const upgradeCheck = defineCommand({
  words: 'upgrade-check',
  summary:
    'Tell what the first start of this version changes: migrations of the schema, settings; changes nothing',
  // Not `open`: that would bring the schema up to date.
  async run({ terminal }) {
    const schema = await schemaOf(readSettings(terminal.environment))
    const last = schema.release === undefined ? undefined : (JSON.parse(schema.release) as ReleaseRecord)
    const settings = settingChanges(last?.settings ?? knownSettings(), knownSettings())
    const unknown = unknownSettings(terminal.environment)
    const unusable = whyUnusable(schema, schema.known)
    return {
      json: {
        version: fullVersion,
        lastVersion: last?.version ?? null,
        schema: {
          version: schema.version,
          known: schema.known,
          servedFrom: schema.servedFrom,
          migrations: schema.pending,
        },
        settings: { ...settings, unknown },
        ok: unusable === undefined && unknown.length === 0,
      },
      text: [
        `This is Ringkey ${fullVersion}. The database was last used by ${last?.version ?? 'a version that left no name'}.`,
        ...(unusable === undefined ? schemaLines(schema) : [`The database ${unusable}`]),
        ...settingLines(settings),
        ...unknown.map((name) => `${name} is set and is not a setting of this version: it has no effect.`),
      ].join('\n'),
      failed: unusable !== undefined || unknown.length > 0,
    }
  },
})

function schemaLines({ version, known, servedFrom, pending }: SchemaState): string[] {
  if (version > known) {
    return [
      `The schema has version ${version}, made by a newer Ringkey; this one knows ${known} and may serve it. No migration will run.`,
      'What has to reach everything that is stored waits for the newer one: privacy erase, privacy export, secret rotate, move, closing an account.',
    ]
  }
  if (pending.length === 0) return ['The schema is up to date: no migration will run.']
  return [
    `The first start runs ${counted(pending.length, 'migration')} of the schema:`,
    ...columns(pending.map(({ version: made, does }) => [`  ${made}`, does])),
    ...(version === 0 ? [] : [servedFrom <= version ? wayBack : noWayBack]),
  ]
}

const wayBack =
  'The version before can serve it too, beside this one and after it: the way back is to start that version again.'
const noWayBack =
  'There is no way back without a backup: "ringkey backup FILE" of the old version, or pg_dump, before the start. ' +
  'All nodes of the old version have to be stopped first.'

function settingLines({ added, removed, defaults }: SettingChanges): string[] {
  const rows = [
    ...added.map((name) => [`  ${name}`, 'is new']),
    ...removed.map((name) => [`  ${name}`, 'is gone']),
    ...defaults.map(({ name, was, is }) => [
      `  ${name}`,
      `has another default: ${JSON.stringify(was)} before, ${JSON.stringify(is)} now`,
    ]),
  ]
  return rows.length === 0 ? ['No setting has changed.'] : ['Settings (docs/settings.md):', ...columns(rows)]
}
