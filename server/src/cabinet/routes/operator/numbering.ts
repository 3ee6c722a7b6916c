import { Type } from 'typebox'
import { maxUploadBytes } from '../../../numbering/imports/background-imports.ts'
import { lookUp } from '../../../numbering/numbering.ts'
import { NumberingProblem } from '../../../numbering/numbering-problem.ts'
import { perform } from '../../../operations/perform.ts'
import { numberingImported, numberingRolledBack } from '../../../operations/recorded.ts'
import { phoneField } from '../../fields.ts'
import { asOperator } from '../../operation-context.ts'
import { Problem } from '../../problem.ts'
import { get, post, upload } from '../../route.ts'

const data = Type.Enum(['registry', 'porting'])

const look = get('/operator/numbering', 'operator', async ({ deps }) => {
  return {
    registry: await deps.snapshots.of('registry'),
    porting: await deps.snapshots.of('porting'),
    /** Numbers are asked of a service that the operator buys. */
    lookupService: deps.settings.RINGKEY_LOOKUP_FILE !== undefined,
    imports: await deps.imports.jobs(),
  }
})

const fileQuery = Type.Object({
  data,
  name: Type.String({ minLength: 1, maxLength: 300 }),
  force: Type.Optional(Type.Enum(['yes', 'no'])),
})

/** The body is the file itself. The answer is sent when the file has arrived; the import continues in the background. */
const file = upload('/operator/numbering/imports', 'operator', fileQuery, maxUploadBytes, async (context) => {
  const { deps, query, request, body } = context
  const { name, force } = query
  if (await deps.imports.isBusy()) {
    body.resume()
    throw new Problem(409, 'import-running', 'another import is under way: wait for it')
  }
  const bytes = Number(request.headers['content-length'] ?? 0)
  const sent = { data: query.data, name, force: force === 'yes', bytes, body }
  const job = await deps.imports.take(sent).catch(refusedAs('upload-refused'))
  const facts = { data: query.data, name: job.name, forced: job.force }
  await perform(asOperator(context), numberingImported, facts)
  return job
})

const refusedAs = (code: string) => (error: unknown) => {
  throw error instanceof NumberingProblem ? new Problem(409, code, error.message) : error
}

const rollbackBody = Type.Object({
  data,
  snapshot: Type.String({ pattern: '^(registry|porting)-\\d{6}\\.snapshot$' }),
})

const rollback = post('/operator/numbering/rollback', 'operator', rollbackBody, async (context) => {
  const { deps, body } = context
  await deps.snapshots.rollback(body.data, body.snapshot).catch(refusedAs('rollback-refused'))
  await deps.lookForSnapshots()
  await perform(asOperator(context), numberingRolledBack, body)
})

const numberBody = Type.Object({ phone: phoneField, language: Type.Enum(['en', 'ru']) })

/** All facts about a number. The number is not stored. */
const number = post('/operator/numbering/lookup', 'operator', numberBody, async ({ deps, body }) => {
  return { number: lookUp(deps.numbering, body.phone, body.language) ?? null }
})

export const numberingRoutes = [look, file, rollback, number]
