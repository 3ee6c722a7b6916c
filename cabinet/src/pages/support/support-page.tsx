import { Button, CopyButton, Group, List, Skeleton, Text, TextInput, Title } from '@mantine/core'
import type { CallDetail, VerificationDetail, VerificationLine } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { useAddressQuery } from '../../frame/address-query.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { terms } from '../../language/terms.ts'
import { bindText } from '../../parts/bind.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { RowForm } from '../../parts/form.tsx'
import { IconCheck, IconCopy } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { useSentences } from '../verifications/detail/sentences.ts'
import { StatusDot } from '../verifications/list/status-dot.tsx'
import { ownSource, useFound } from '../verifications/list/use-list.ts'
import { VerificationTable } from '../verifications/list/verification-table.tsx'
import { listProblems } from '../verifications/texts.ts'
import { isCall, useDetail } from '../verifications/use-verification.ts'
import { adviceFor } from './advice.ts'
import { supportTexts } from './texts.ts'

/** For those who answer people: what became of a person's call, in words, and what to tell them. */
export default function SupportPage() {
  const text = useTexts(supportTexts)
  const [address, change] = useAddressQuery()
  const id = address.get('id')
  const [typed, setTyped] = useState(id ?? '')
  const [sought, setSought] = useState(id ?? '')
  return (
    <Page title={text.title}>
      <Text variant="hint">{text.about}</Text>
      <RowForm
        action={text.find}
        isMain
        onSubmit={() => {
          // An id may stand in the address, so that a link shows the same; a phone never does.
          change({ id: /^(vf_[0-9a-f]{32}|\d{5,9})$/.test(typed.trim()) ? typed.trim() : null })
          setSought(typed.trim())
        }}
      >
        <TextInput
          label={text.sought}
          placeholder="+7 916 123-45-67"
          autoComplete="off"
          maxLength={200}
          required
          withAsterisk={false}
          w={{ base: '100%', xs: 340 }}
          {...bindText(typed, setTyped)}
        />
      </RowForm>
      {sought !== '' && <Found key={sought} sought={sought} />}
    </Page>
  )
}

function Found({ sought }: { readonly sought: string }) {
  const text = useTexts(supportTexts)
  const { data, error, isPending } = useFound({}, sought, ownSource)
  const [newest, ...others] = data?.items ?? []
  if (isPending) return <Skeleton h={220} />
  if (error !== null) return <ErrorNote error={error} errorTexts={listProblems} />
  if (newest === undefined) return <EmptyState title={text.none}>{text.noneHint}</EmptyState>
  return (
    <>
      <Story line={newest} />
      {others.length > 0 && (
        <>
          <Title order={2}>{text.other}</Title>
          <VerificationTable lines={others} />
        </>
      )}
    </>
  )
}

function Story({ line }: { readonly line: VerificationLine }) {
  const text = useTexts(supportTexts)
  const formats = useFormats()
  const tell = useTold()
  const { data, error } = useDetail(line.id, ownSource)
  if (data === undefined) return error === null ? <Skeleton h={220} /> : <ErrorNote error={error} />
  const happened = tell(data)
  const advice = text.advice[adviceFor(data)]
  const when = `${data.phoneMask}, ${formats.exact(data.createdAt)}`
  const asText = [
    `${when} (${data.id})`,
    ...happened.map((sentence) => `- ${sentence}`),
    `${text.tell}: ${advice}`,
  ]
  return (
    <Section
      title={text.happened}
      about={when}
      actions={
        <CopyButton value={asText.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="xs"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? text.copied : text.copy}
            </Button>
          )}
        </CopyButton>
      }
    >
      <StatusDot line={data} />
      <List>
        {happened.map((sentence, place) => (
          <List.Item key={`${String(place)} ${sentence}`}>{sentence}</List.Item>
        ))}
      </List>
      <Title order={3}>{text.tell}</Title>
      <Text>{advice}</Text>
      <Group>
        <TextLink href={`/verifications/${data.id}`}>{text.details}</TextLink>
      </Group>
    </Section>
  )
}

/** Each call, the wrong codes, the end. */
function useTold() {
  const text = useTexts(supportTexts)
  const words = useTexts(terms)
  const sentences = useSentences()
  const { number } = useFormats()
  return (detail: CallDetail | VerificationDetail): string[] => {
    if (isCall(detail)) return [`${words.modes[detail.mode]}: ${sentences.call(detail)}`]
    const wrong = detail.checks.filter(({ isRight }) => !isRight).length
    return [
      ...detail.steps
        .filter(({ status }) => status !== 'planned')
        .map((step) => `${words.modes[step.mode]}: ${sentences.step(step)}`),
      ...(wrong === 0 ? [] : [text.wrongCodes(number(wrong))]),
      sentences.end(detail),
    ]
  }
}
