// The files of deploy/compose and deploy/kubernetes: known to their schemas, and in step with the service and its image.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readSettings, settingTable } from '../../../server/src/config/settings.ts'
import { version } from '../../../server/src/platform/version.ts'
import { toolFolders } from '../tools/install.ts'

const require = createRequire(import.meta.url)
const tool = (path: string) => join(toolFolders.packaging, 'node_modules', path)
const { parse, parseAllDocuments } = require(tool('yaml')) as {
  parse(text: string, options: { merge: boolean }): Compose
  parseAllDocuments(text: string): { toJS(): Manifest; errors: unknown[] }[]
}

const folder = join(import.meta.dirname, '../../../deploy')
const read = (path: string) => readFileSync(join(folder, path), 'utf8')

interface ComposeService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>
}
interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly volumes: Readonly<Record<string, object>>
  readonly secrets?: Readonly<Record<string, object>>
}

/** `…_FILE` is known where the setting is a secret. */
const isSetting = (name: string) => name in settingTable || name.replace(/_FILE$/, '') in settingTable

describe.each(['../compose.yaml', 'compose/three-nodes.yaml'])('deploy/%s', (file) => {
  const compose = parse(read(file), { merge: true })
  const services = Object.entries(compose.services)
  const nodes = services.filter(([, { image }]) => image.startsWith('ringkey:'))

  it('runs this version, with a read-only root and settings that exist', () => {
    expect(nodes.length).toBeGreaterThan(0)
    for (const [, node] of nodes) {
      expect(node.image).toBe(`ringkey:${version}`)
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '80s' })
      expect(Object.keys(node.environment ?? {}).filter((name) => !isSetting(name))).toEqual([])
    }
  })

  it('names only volumes, secrets and files that it has', () => {
    for (const [, { volumes = [], secrets = [] }] of services) {
      for (const source of volumes.map((volume) => volume.split(':')[0]!)) {
        if (source.startsWith('../')) expect(existsSync(join(folder, 'compose', source))).toBe(true)
        else if (!source.startsWith('./secrets/')) expect(Object.keys(compose.volumes)).toContain(source)
      }
      for (const secret of secrets) expect(Object.keys(compose.secrets ?? {})).toContain(secret)
    }
  })
})

it('deploy/compose/three-nodes.yaml: HAProxy, Kamailio and the nodes know each other by the same addresses', () => {
  const { services } = parse(read('compose/three-nodes.yaml'), { merge: true })
  const addressOf = (name: string) => services[name]!.networks!.inside!.ipv4_address
  const nodes = ['node1', 'node2', 'node3'].map(addressOf)
  expect(read('haproxy.cfg').match(/(?<=^ *server \w+ )[\d.]+/gm)).toEqual(nodes)
  expect(read('kamailio-nodes.list').match(/(?<=^1 sip:)[\d.]+/gm)).toEqual(nodes)
  const sip = ['node1', 'node2', 'node3'].map((name) => services[name]!.environment!.RINGKEY_SIP_HOST)
  expect(sip).toEqual(nodes)
  expect(services.node1!.environment!.RINGKEY_TRUST_PROXY).toBe(addressOf('haproxy'))
})

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly data?: Readonly<Record<string, string>>
}

describe('deploy/kubernetes', () => {
  const drawn = execFileSync('kubectl', ['kustomize', join(folder, 'kubernetes')], { encoding: 'utf8' })
  const manifests = parseAllDocuments(drawn).map((document) => document.toJS())
  const [{ spec: pod }] = manifests.flatMap((manifest) =>
    manifest.kind === 'StatefulSet' ? [(manifest as unknown as StatefulSet).spec.template] : [],
  ) as [StatefulSet['spec']['template']]
  const [{ env, ports, image }] = pod.containers

  it.each(manifests.map((manifest) => [manifest.kind, manifest] as const))(
    '%s: fits its schema',
    async (kind, manifest) => {
      const { apiVersion } = manifest
      const models = apiVersion.startsWith('monitoring.')
        ? '@kubernetes-models/prometheus-operator'
        : 'kubernetes-models'
      const file = tool(`${models}/${apiVersion}/index.js`)
      const known = (await import(pathToFileURL(file).href)) as Record<string, Model>
      new known[kind]!(manifest).validate()
      const wrong = new known[kind]!({ ...manifest, metadata: { name: 7 } })
      expect(() => wrong.validate()).toThrow()
    },
  )

  it('uses settings that exist and this version', () => {
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap')!.data!
    const names = [...Object.keys(settings), ...env.map(({ name }) => name)]
    expect(names.filter((name) => !isSetting(name))).toEqual([])
    expect(image).toBe(`registry.example/ringkey:${version}`)
  })

  it('starts no node until the addresses of the proxy are set', () => {
    const { RINGKEY_TRUST_PROXY } = manifests.find(({ kind }) => kind === 'ConfigMap')!.data!
    expect(() => readSettings({ RINGKEY_TRUST_PROXY })).toThrow('RINGKEY_TRUST_PROXY')
  })

  it('opens the ports of SIP and speech on the machine, and nothing else of it', () => {
    expect(pod).not.toHaveProperty('hostNetwork')
    const [first, last] = env
      .find(({ name }) => name === 'RINGKEY_RTP_PORTS')!
      .value!.split('-')
      .map(Number)
    const speech = Array.from({ length: last! - first! + 1 }, (_, nth) => first! + nth)
    const opened = ports.flatMap(({ hostPort }) => (hostPort === undefined ? [] : [hostPort]))
    expect(opened).toEqual([5060, 5060, 5061, ...speech])
  })

  it('is admitted by Pod Security: its namespace allows ports of the machine, the rest is restricted', () => {
    const namespace = manifests.find(({ kind }) => kind === 'Namespace')
    expect(namespace).toMatchObject({
      metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
    })
    expect(pod).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [{ securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
    })
  })

  it('has the alert rules of deploy/prometheus', () => {
    const rules = parse(read('prometheus/alerts.yml'), { merge: false })
    expect(manifests.find(({ kind }) => kind === 'PrometheusRule')).toMatchObject({ spec: rules })
  })
})

interface StatefulSet {
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly [
          {
            readonly image: string
            readonly env: readonly { readonly name: string; readonly value?: string }[]
            readonly ports: readonly { readonly hostPort?: number }[]
          },
        ]
      }
    }
  }
}

type Model = new (manifest: object) => { validate(): void }
