import { Anchor, Group, List, Select, Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '../../api/me.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { Page } from '../../parts/page.tsx'
import { ProgramTabs } from '../../parts/program-tabs.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { loginPrograms } from '../../snippets/login.ts'
import { curlOf } from '../../snippets/task-programs.ts'
import { quickStartTexts } from './texts.ts'
import { useChosenService } from './use-chosen-service.ts'

/** From a key to a sign-in by call, with the reader's own address and service in every line. */
export default function QuickStartPage() {
  const text = useTexts(quickStartTexts)
  const { services, active, id, service, setChosen } = useChosenService()
  const access = {
    url: service.data?.apiUrl ?? window.location.origin,
    serviceId: id ?? 'SERVICE_ID',
    secretKey: 'YOUR_SECRET_KEY',
  }
  const mayChange = useMay('change-services')
  const keys = id === null ? '/services' : `/services/${id}?tab=keys`
  return (
    <Page title={text.title} actions={<TextLink href="/">← {text.back}</TextLink>}>
      <ErrorNote error={services.error ?? service.error} />
      <Stack gap="xl" maw={820}>
        <Text>{text.intro}</Text>
        <Part title={text.access}>
          <Group align="end" gap="lg">
            <Fact label={text.address} value={access.url} what={text.theAddress} />
            {active.length > 1 ? (
              <Select
                label={text.service}
                data={active.map(({ id: each, name }) => ({
                  value: String(each),
                  label: `${name} (${each})`,
                }))}
                value={id}
                onChange={setChosen}
              />
            ) : (
              <Fact label={text.serviceId} value={String(access.serviceId)} what={text.theId} />
            )}
          </Group>
          <Text>
            {text.keyHint}{' '}
            {mayChange && (
              <Anchor component={Link} href={keys} underline="always">
                {text.createKey}
              </Anchor>
            )}
          </Text>
        </Part>
        <Part title={text.check} about={text.checkAbout}>
          <CodeBlock code={curlOf.service(access)} what={text.check} />
        </Part>
        <Part title={text.start} about={text.startAbout}>
          <CodeBlock code={curlOf.create(access)} what={text.start} />
        </Part>
        <Part title={text.code} about={text.codeAbout}>
          <CodeBlock code={curlOf.check(access)} what={text.code} />
        </Part>
        <Part title={text.whole} about={text.wholeAbout}>
          {/* The steps above are the curl lines already. */}
          <ProgramTabs
            label={text.language}
            programs={loginPrograms(access).filter(({ language }) => language !== 'curl')}
          />
        </Part>
        <Part title={text.told} about={text.toldAbout}>
          {mayChange && (
            <Anchor component={Link} href="/webhooks">
              {text.addAddress}
            </Anchor>
          )}
        </Part>
        <Part title={text.testNumbers}>
          <List size="sm">
            {text.testNumbersList.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Part>
        <Part title={text.live}>
          <List size="sm">
            {text.liveList.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Part>
        <Part title={text.trouble}>
          <Table aria-label={text.trouble}>
            <Table.Tbody>
              {text.troubles.map(([sign, meaning]) => (
                <Table.Tr key={sign}>
                  <Table.Td w={190} fw={600}>
                    {sign}
                  </Table.Td>
                  <Table.Td>{meaning}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="sm">
            <Anchor component={Link} href="/requests">
              {text.seeRequests}
            </Anchor>
          </Text>
        </Part>
        <Part title={text.reference} about={text.referenceAbout}>
          <Anchor component={Link} href="/reference" w="fit-content">
            {text.openReference}
          </Anchor>
          <Text size="sm">{text.files}</Text>
          <Group gap="lg">
            {text.documents.map(([address, name]) => (
              <Anchor key={address} href={address} target="_blank" rel="noreferrer">
                {name}
              </Anchor>
            ))}
          </Group>
        </Part>
      </Stack>
    </Page>
  )
}

function Part(props: { readonly title: string; readonly about?: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{props.title}</Title>
      {props.about !== undefined && <Text>{props.about}</Text>}
      {props.children}
    </Stack>
  )
}

function Fact(props: { readonly label: string; readonly value: string; readonly what: string }) {
  return (
    <div>
      <Text variant="hint">{props.label}</Text>
      <Group gap={4}>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {props.value}
        </Text>
        <CopyButton value={props.value} what={props.what} />
      </Group>
    </div>
  )
}
