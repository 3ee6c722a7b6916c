import { Text } from '@mantine/core'
import type { Answer } from '@ringkey/server/cabinet-api'
import { useNodes } from '../../api/operator.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { AuditButton, AuditProof } from '../accounts/audit-button.tsx'
import { ConsolePage } from '../console-page.tsx'
import { AdminTokens } from './admin-tokens.tsx'
import { SettingsInForce } from './settings-in-force.tsx'
import { nodesTexts } from './texts.ts'

const bytesPerMegabyte = 1e6

export default function NodesPage() {
  const text = useTexts(nodesTexts)
  return (
    <ConsolePage name="nodes" from={useNodes()} height={400}>
      {(data) => (
        <>
          <Fleet fleet={data.fleet} />
          <ThisNode node={data.thisNode} />
          <Section title={text.books} about={text.booksAbout} actions={<AuditButton />}>
            {data.audit === null ? (
              <Text size="sm">{text.notAudited}</Text>
            ) : (
              <AuditProof audit={data.audit} />
            )}
          </Section>
          <AdminTokens />
          <SettingsInForce settings={data.settings} />
        </>
      )}
    </ConsolePage>
  )
}

/** All nodes that share the database. */
function Fleet({ fleet }: Pick<Answer<'/operator/nodes'>, 'fleet'>) {
  const text = useTexts(nodesTexts)
  const { number } = useFormats()
  return (
    <Section title={text.nodes}>
      <DataTable
        label={text.nodes}
        rows={fleet}
        keyOf={({ id }) => id}
        empty={null}
        columns={[
          {
            title: text.node,
            cell: ({ address, isThis }) => `${address}${isThis ? ` (${text.thisOne})` : ''}`,
          },
          { title: text.state, cell: ({ state }) => text.states[state] },
          { title: text.up, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          { title: text.seen, cell: ({ seenAt }) => <Moment at={seenAt} /> },
          { title: text.version, cell: ({ version }) => version },
          { title: text.calls, align: 'right', cell: ({ calls }) => number(calls) },
        ]}
      />
    </Section>
  )
}

/** Facts about the node that serves this page. */
function ThisNode({ node }: { readonly node: Answer<'/operator/nodes'>['thisNode'] }) {
  const text = useTexts(nodesTexts)
  const { number } = useFormats()
  return (
    <Section title={text.thisNode}>
      <DataTable
        label={text.thisNode}
        rows={[node]}
        keyOf={({ name }) => name}
        empty={null}
        columns={[
          { title: text.node, cell: ({ name }) => name },
          { title: text.up, cell: ({ startedAt }) => <Moment at={startedAt} /> },
          {
            title: text.version,
            cell: ({ version, nodeVersion, platform }) => `${version}, Node ${nodeVersion}, ${platform}`,
          },
          { title: text.store, cell: ({ store }) => store },
          {
            title: text.memory,
            align: 'right',
            cell: ({ memoryBytes }) => text.megabytes(number(Math.round(memoryBytes / bytesPerMegabyte))),
          },
          {
            title: text.delay,
            align: 'right',
            cell: ({ loopDelayP99Ms }) => text.ms(number(Math.round(loopDelayP99Ms))),
          },
          { title: text.calls, align: 'right', cell: ({ callsNow }) => number(callsNow) },
          { title: text.sip, align: 'right', cell: ({ sipPort }) => sipPort },
        ]}
      />
    </Section>
  )
}
