import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { MarkedText } from '../../parts/marked-text.tsx'
import { requestCurl } from '../../parts/request-curl.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Fact, FactList } from '../calls/detail/fact-list.tsx'
import { nameOf, Result, Subject } from './request-table.tsx'
import { requestsTexts } from './texts.ts'
import { useCodeDetail } from './use-code-name.ts'

/** Everything that is stored of a request, and the request as a command, beside the list. */
export function RequestPanel(props: {
  readonly request: Item<'/requests'>
  readonly baseUrl: string
  readonly onClose: () => void
}) {
  const { request, baseUrl } = props
  const text = useTexts(requestsTexts)
  const formats = useFormats()
  const meaning = useCodeDetail()(request.code)
  const { at, status, elapsedMs, ip, requestId, subject, parameters, hasKey } = request
  const link = `${location.origin}/cabinet/requests?requestId=${encodeURIComponent(requestId)}`
  return (
    <SidePanel title={`${request.verb} ${nameOf(request, text.other)}`} onClose={props.onClose}>
      <Stack gap="md">
        <FactList>
          <Fact name={text.time}>{formats.exact(at)}</Fact>
          <Fact name={text.outcome}>
            <Result request={request} />
          </Fact>
          {request.code !== '' && (
            <Fact name={text.whatItMeans}>
              {meaning !== undefined && (
                <>
                  <MarkedText>{meaning}</MarkedText>{' '}
                </>
              )}
              <Anchor component={Link} href={`/reference#code-${request.code}`}>
                {text.inReference}
              </Anchor>
            </Fact>
          )}
          <Fact name={text.status}>{status}</Fact>
          <Fact name={text.took}>{formats.duration(Math.max(0.1, Math.round(elapsedMs * 10) / 10))}</Fact>
          <Fact name={text.address}>{ip}</Fact>
          <Fact name={text.requestId}>
            <Group gap={4} wrap="nowrap">
              <Anchor href={link}>{requestId}</Anchor>
              <CopyButton value={requestId} what={text.theId} />
            </Group>
          </Fact>
          {subject !== '' && (
            <Fact name={text.subject}>
              <Subject id={subject} />
            </Fact>
          )}
        </FactList>
        <Stack gap={6}>
          <Title order={3}>{text.parameters}</Title>
          {!hasKey ? (
            <Text size="sm">{text.noKeyHint}</Text>
          ) : Object.keys(parameters).length === 0 ? (
            <Text size="sm">{text.noParameters}</Text>
          ) : (
            <>
              <CodeBlock code={JSON.stringify(parameters, null, 2)} what={text.parameters} />
              <Text variant="note">{text.masked}</Text>
            </>
          )}
        </Stack>
        {/* The path of a stranger is not stored. */}
        {request.path !== '' && (
          <Stack gap={6}>
            <Title order={3}>{text.curl}</Title>
            <CodeBlock code={requestCurl(request, baseUrl)} what={text.theCurl} />
            <Text variant="note">{text.curlHint}</Text>
          </Stack>
        )}
      </Stack>
    </SidePanel>
  )
}
