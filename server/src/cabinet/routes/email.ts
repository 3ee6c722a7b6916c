import { Type } from 'typebox'
import { mailText } from '../../mail/mail-texts.ts'
import { logSubjectOf, noteAction } from '../action-log.ts'
import { email, language, password, readEmail, token } from '../fields.ts'
import { hashToken, newLink } from '../one-time-links.ts'
import { Problem } from '../problem.ts'
import { post } from '../route.ts'
import { requirePassword } from '../second-factor/require-factor.ts'
import { attemptKeys } from '../sign-in.ts'
import { me } from '../who-am-i.ts'
import { emailTaken, linkEnded, runInBackground } from './sign-up.ts'

/** The new mailbox gets a link, or a mail that the address is in use. The answer is the same in both cases. */
const ask = post('/email', 'person', Type.Object({ email, password, language }), async (asked) => {
  const { deps, user, visitor, body } = asked
  if (deps.mail.kind === 'none') throw new Problem(409, 'no-mail', 'ask the operator for a link')
  const to = readEmail(body.email)
  if (to === user.person.email) {
    throw new Problem(400, 'email-same', 'this is your e-mail already', { field: 'email' })
  }
  await requirePassword(asked, body.password)
  deps.messageLimit.take(...attemptKeys(visitor, to))
  await deps.accessLog.done('link-asked', { purpose: 'new-email' }, logSubjectOf(user), visitor)
  runInBackground(deps, async () => {
    const inLanguage = user.person.language || body.language
    if ((await deps.store.personByEmail(to)) !== undefined) {
      deps.mail.send({
        to,
        ...mailText('email-in-use', inLanguage, { link: `${deps.publicUrl()}/cabinet/` }),
      })
      return
    }
    const link = await newLink(deps, { purpose: 'new-email', email: to, personId: user.person.id })
    deps.mail.send({ to, ...mailText('new-email', inLanguage, { link }) })
  })
})

/** Only the person who asked can confirm: a link sent to a mistyped address gives its reader no access. */
const confirm = post('/email/confirm', 'person', Type.Object({ token, language }), async (asked) => {
  const { deps, user, visitor, body } = asked
  const { store, clock } = deps
  const tokenHash = hashToken(body.token)
  const link = await store.link(tokenHash)
  if (link?.purpose !== 'new-email') throw linkEnded(asked)
  if (link.personId !== user.person.id) {
    throw new Problem(403, 'link-of-another', 'somebody else asked for this link')
  }
  const replaced = await store.replaceEmail({ tokenHash, at: clock.now() })
  if (replaced.kind === 'link-ended') throw linkEnded(asked)
  if (replaced.kind === 'email-taken') throw emailTaken()
  const { oldEmail, accountId } = replaced
  const inLanguage = user.person.language || body.language
  // Sent before anything that may fail: the owner of the old mailbox has to learn of the change.
  deps.mail.send({ to: oldEmail, ...mailText('email-changed', inLanguage, { email: link.email }) })
  for (const concerned of new Set([user.session.accountId, accountId])) {
    await noteAction(deps, concerned, visitor, 'email-changed', { from: oldEmail, to: link.email })
  }
  await deps.accessLog.done('link-used', { purpose: link.purpose }, logSubjectOf(user), visitor)
  return me(deps, { ...user, person: { ...user.person, email: link.email } })
})

export const emailRoutes = [ask, confirm]
