import { Anchor, Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import type { Item } from '@ringkey/server/cabinet-api'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRead } from '../../api/use-api.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconPlus } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { Section } from '../../parts/section.tsx'
import { navigationTexts } from '../texts.ts'
import { TariffForm } from './tariff-form.tsx'
import { tariffsTexts } from './texts.ts'

export default function TariffsPage() {
  const text = useTexts(tariffsTexts)
  const names = useTexts(navigationTexts)
  const { data, error, isPending } = useRead('/operator/tariffs')
  const [open, setOpen] = useState<Item<'/operator/tariffs'> | 'new' | null>(null)
  return (
    <Page
      title={names.tariffs}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          {text.add}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {isPending && <Skeleton h={220} />}
      {data?.map((tariff) => (
        <Tariff key={tariff.code} tariff={tariff} onEdit={() => setOpen(tariff)} />
      ))}
      {open !== null && <TariffForm tariff={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Tariff({
  tariff,
  onEdit,
}: {
  readonly tariff: Item<'/operator/tariffs'>
  readonly onEdit: () => void
}) {
  const text = useTexts(tariffsTexts)
  const formats = useFormats()
  const { code, name, chargesFailed, chargesSuspects, chargesOnApproval, refusesOwnCodes } = tariff
  const { prices, accountCount, accounts } = tariff
  return (
    <Section
      title={formats.tariff(name)}
      actions={
        <Button variant="default" size="compact-sm" aria-label={text.editName(name)} onClick={onEdit}>
          {text.edit}
        </Button>
      }
    >
      <Group gap="xs">
        <Badge color="gray">{code}</Badge>
        {chargesFailed && <Badge color="orange">{text.chargesFailed}</Badge>}
        {chargesSuspects && <Badge color="orange">{text.chargesSuspects}</Badge>}
        {chargesOnApproval && <Badge color="teal">{text.chargesOnApproval}</Badge>}
        {chargesOnApproval && refusesOwnCodes && <Badge color="orange">{text.refusesOwnCodes}</Badge>}
        <Text variant="hint">
          {accountCount === 0 ? text.unused : text.usedBy(formats.number(accountCount))}
        </Text>
        {accounts.map(({ id, email }) => (
          <Anchor key={id} component={Link} href={`/console/accounts/${id}`} size="sm">
            {email}
          </Anchor>
        ))}
      </Group>
      <DataTable
        label={name}
        rows={prices}
        keyOf={({ mode, prefix }) => `${mode} ${prefix}`}
        empty={<Text size="sm">{text.noPrices}</Text>}
        columns={[
          { title: text.mode, cell: ({ mode }) => text.modes[mode] },
          {
            title: text.prefix,
            sortBy: ({ prefix }) => prefix,
            cell: ({ prefix }) => (prefix === '' ? text.everywhere : `+${prefix}`),
          },
          { title: text.price(formats.currency), value: ({ price }) => price, as: 'price', card: 'corner' },
        ]}
      />
    </Section>
  )
}
