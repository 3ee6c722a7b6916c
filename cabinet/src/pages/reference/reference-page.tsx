import { Anchor, Group, PasswordInput, Select, Skeleton, Text, TextInput } from '@mantine/core'
import { useHash } from '@mantine/hooks'
import type { Reference, Section as ReferenceSection } from '@ringkey/server/reference'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { readDocument } from '../../api/client.ts'
import { useRead } from '../../api/use-api.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { bindText } from '../../parts/bind.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconSearch } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { TextLink } from '../../parts/text-link.tsx'
import { useChosenService } from '../quick-start/use-chosen-service.ts'
import { Contents } from './contents.tsx'
import { Prose } from './prose.tsx'
import { ReaderContext } from './reader.ts'
import classes from './reference.module.css'
import { Section } from './section.tsx'
import { referenceTexts } from './texts.ts'

const placeholderKey = 'YOUR_SECRET_KEY'

/** The reference, as at `/docs`, with the reader's own address, service and key in every example. */
export default function ReferencePage() {
  const text = useTexts(referenceTexts)
  const { language } = useLanguage()
  const reference = useQuery({
    queryKey: ['reference', language],
    queryFn: () => readDocument<Reference>(`/docs/${language}.json`),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { services, active, id, service, setChosen } = useChosenService()
  const [key, setKey] = useState('')
  // The field answers at once; the examples follow.
  const settledKey = useDeferredValue(key.trim())
  const [programs, setPrograms] = useState('curl')
  const url = service.data?.apiUrl ?? window.location.origin
  const data = reference.data
  const reader = useMemo(
    () =>
      data === undefined
        ? null
        : {
            reference: data,
            url,
            secretKey: settledKey || placeholderKey,
            serviceId: id ?? 'SERVICE_ID',
            language: programs,
            chooseLanguage: setPrograms,
          },
    [data, url, settledKey, id, programs],
  )
  return (
    <Page title={text.title} actions={<TextLink href="/quick-start">← {text.back}</TextLink>}>
      <ErrorNote error={reference.error ?? services.error ?? service.error} />
      <Text maw={820}>{text.about}</Text>
      <Group align="start" gap="lg">
        <div>
          <Text size="sm" fw={600}>
            {text.address}
          </Text>
          <Group gap={4} mih={36}>
            <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
            <CopyButton value={url} what={text.theAddress} />
          </Group>
        </div>
        {services.data !== undefined && active.length === 0 ? (
          <Text size="sm">
            {text.noService}.{' '}
            <Anchor component={Link} href="/services">
              {text.createService}
            </Anchor>
          </Text>
        ) : (
          <Select
            label={text.service}
            data={active.map(({ id: each, name }) => ({ value: String(each), label: `${name} (${each})` }))}
            value={id}
            onChange={setChosen}
          />
        )}
        <KeyField serviceId={id} value={key} onChange={setKey} />
      </Group>
      {reader === null ? (
        <Skeleton h={480} />
      ) : (
        <ReaderContext value={reader}>
          <Text maw={820}>
            <Prose>{reader.reference.introduction}</Prose>
          </Text>
          <Sections reference={reader.reference} />
        </ReaderContext>
      )}
    </Page>
  )
}

/** We keep only hashes of keys, so the reader puts the key in. It is kept nowhere. */
function KeyField(props: {
  readonly serviceId: string | null
  readonly value: string
  readonly onChange: (key: string) => void
}) {
  const text = useTexts(referenceTexts)
  const { serviceId } = props
  const list = useRead('/services/:id/keys', { id: serviceId ?? '' }, { enabled: serviceId !== null })
  const used = list.data?.keys.filter(({ endsAt, lastUsedAt }) => endsAt === null && lastUsedAt > 0) ?? []
  const last = used.toSorted((one, other) => other.lastUsedAt - one.lastUsedAt)[0]
  return (
    <PasswordInput
      label={text.key}
      w={330}
      maw="100%"
      autoComplete="off"
      placeholder={placeholderKey}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={last === undefined ? text.keyHintUnused : text.keyHint(last.name || text.mainKey)}
      {...bindText(props.value, props.onChange)}
    />
  )
}

function Sections({ reference }: { readonly reference: Reference }) {
  const text = useTexts(referenceTexts)
  const [searchText, setSearchText] = useState('')
  const settled = useDeferredValue(searchText)
  const found = useMemo(() => groupsWith(settled, reference), [settled, reference])
  const [hash] = useHash({ getInitialValueInEffect: false })
  const id = hash.slice(1)
  // One at a time: all of them took half a minute to draw on a slow computer. A search leaves the chosen one in its place.
  const chosen = reference.groups
    .flatMap(({ sections }) => sections)
    .find((section) => hasAnchor(section, id))
  const shown = chosen ?? found[0]?.sections[0]
  // The browser looked for the anchor before it was drawn.
  useEffect(() => {
    if (shown !== undefined) document.getElementById(id)?.scrollIntoView()
  }, [id, shown])
  return (
    <>
      <TextInput
        aria-label={text.search}
        placeholder={text.search}
        type="search"
        maw={420}
        leftSection={<IconSearch size={16} />}
        {...bindText(searchText, setSearchText)}
      />
      <div className={classes.columns}>
        <Contents groups={found} shown={shown} isSearched={settled !== ''} />
        {found.length === 0 && <EmptyState title={text.nothing}>{text.nothingHint}</EmptyState>}
        {found.length > 0 && shown !== undefined && <Section key={shown.id} section={shown} />}
      </div>
    </>
  )
}

/** Links lead to sections and to rows of codes. */
const hasAnchor = ({ id, blocks }: ReferenceSection, searchText: string) =>
  id === searchText ||
  blocks.some((block) => block.kind === 'codes' && block.rows.some((row) => row.id === searchText))

/** The sections that have every word. The page has a field for the key itself. */
function groupsWith(searchText: string, { groups }: Reference): Reference['groups'] {
  const words = searchText.toLowerCase().split(/\s+/)
  const isFound = ({ title, blocks }: ReferenceSection) => {
    // The programs of a method have the same words as its example, and many that nobody searches for.
    const text = `${title} ${JSON.stringify(blocks.filter(({ kind }) => kind !== 'programs'))}`.toLowerCase()
    return words.every((word) => text.includes(word)) && blocks.every(({ kind }) => kind !== 'key')
  }
  return groups
    .map((group) => ({ ...group, sections: group.sections.filter(isFound) }))
    .filter(({ sections }) => sections.length > 0)
}
