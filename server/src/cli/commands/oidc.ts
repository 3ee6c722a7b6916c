import { publicUrl } from '../../app/open-listeners.ts'
import * as oidc from '../../operations/oidc.ts'
import { listing } from '../columns.ts'
import { defineCommand, one } from '../command.ts'
import { operationCommand } from '../operation-command.ts'
import { serviceId, wholeNumber } from '../readings.ts'

type ClientView = ReturnType<typeof oidc.oidcClientView>

const settingOptions = {
  redirects: { name: 'redirect', value: 'URL' },
  logoutRedirects: { name: 'logout-redirect', value: 'URL' },
  modes: { name: 'mode', value: 'MODE' },
  rememberDays: { value: 'DAYS', reading: wholeNumber(0, 30, 'days from 0 to 30') },
  colour: { value: '#RRGGBB' },
  logo: { value: 'DATA-URL' },
}

const add = operationCommand(
  oidc.addOidcClient,
  {
    words: 'oidc client add',
    operands: { name: 'NAME' },
    flags: ['public', 'test'],
    options: { ...settingOptions, service: { about: 'the service that pays for the calls' } },
  },
  (made, _, { settings }) => ({
    json: { client_id: made.id, client_secret: made.secret },
    text: [
      `client id      ${made.id}`,
      made.secret === null
        ? 'The client has no secret: it proves itself by PKCE.'
        : `client secret  ${made.secret}\nThe secret is shown only here.`,
      `issuer         ${publicUrl(settings)}/oidc`,
    ].join('\n'),
  }),
)

const shown = ({ id: clientId, isPublic, settings: { logo, ...settings }, ...client }: ClientView) => ({
  clientId,
  public: isPublic,
  ...client,
  ...settings,
  logo: logo !== undefined,
})

const set = operationCommand(
  oidc.changeOidcClient,
  { words: 'oidc client set', operands: { client: 'ID' }, options: settingOptions },
  (after) => ({ json: shown(after), text: `Client ${after.id} (${after.settings.name}) is changed.` }),
)

const list = defineCommand({
  words: 'oidc client list',
  summary: 'Show the OpenID Connect clients',
  options: { service: one('ID', 'of this service alone', serviceId) },
  async run({ options, open }) {
    const { store } = await open()
    const found = (await store.oidcClients(options.service ?? null)).map(oidc.oidcClientView)
    return listing(
      found,
      'There is no client: ringkey oidc client add NAME --service ID --redirect URL',
      {
        'CLIENT ID': 'id',
        SERVICE: 'serviceId',
        NAME: ({ settings }) => settings.name,
        REDIRECTS: ({ settings }) => settings.redirects.join(' '),
        'ADDED (UTC)': 'createdAt',
      },
      shown,
    )
  },
})

const remove = operationCommand(oidc.removeOidcClient, {
  words: 'oidc client remove',
  operands: { client: 'ID' },
})

const rotate = operationCommand(
  oidc.rotateOidcKeys,
  { words: 'oidc keys rotate', operands: {} },
  ({ keys }) => ({ json: { keys }, text: `ID tokens are signed with new keys: ${keys.join(', ')}.` }),
)

export const oidcCommands = [add, list, set, remove, rotate]
