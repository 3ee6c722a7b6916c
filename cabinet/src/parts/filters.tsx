import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { useAddressQuery } from '../frame/address-query.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { withCommon } from '../language/terms.ts'
import { type Both, defineMessages } from '../language/texts.ts'
import { clockText, timeIn } from '../language/time-zone.ts'
import { useTimeZone } from '../language/use-time-zone.ts'
import { bindText } from './bind.ts'
import { ChoicePopup, FilterChip, focusFirst } from './filter-chip.tsx'
import classes from './filters.module.css'
import { IconCalendar, IconPlus } from './icons.tsx'
import { MenuDivider, MenuLabel } from './menu.tsx'
import { type Preset, periodIn, presets } from './period.ts'
import menu from './popup.module.css'
import { closePopup } from './popup.tsx'

const texts = withCommon({
  addFilter: ['Add filter', 'Фильтр'],
  clear: ['Clear filters', 'Сбросить фильтры'],
  removeOne: ['Remove this filter', 'Убрать этот фильтр'],
  find: ['Find', 'Найти'],
  apply: ['Apply', 'Применить'],
  period: ['Period', 'Период'],
  anyTime: ['Any time', 'За всё время'],
  to: ['Until', 'По'],
})

export const presetTexts = defineMessages({
  hour: ['Last hour', 'Последний час'],
  today: ['Today', 'Сегодня'],
  yesterday: ['Yesterday', 'Вчера'],
  day: ['Last 24 hours', 'Последние 24 часа'],
  week: ['Last 7 days', 'Последние 7 дней'],
  month: ['Last 30 days', 'Последние 30 дней'],
} satisfies Record<Preset, Both>)

export interface Choice {
  readonly value: string
  readonly label: string
  /** Choices of a group stand together below its name. */
  readonly group?: string
}

export interface Filter {
  /** Of its value in the address of the page. */
  readonly name: string
  readonly label: string
  /** One of them is chosen. */
  readonly choices?: readonly Choice[]
  /** A value is typed. A filter with neither comes with a link, and can only be removed. */
  readonly isTyped?: true | 'number'
  /** How a value is called that is none of the choices. */
  readonly told?: (value: string) => string
  /** Another filter whose value means nothing with another value of this one. */
  readonly clears?: string
}

/** Names by value, as choices. */
export const choicesOf = (names: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const toldBy = ({ choices, told }: Filter, value: string) =>
  choices?.find((choice) => choice.value === value)?.label ?? told?.(value) ?? value

/** The filters of a list: its period, what is set, and a button to set more. All are part of the page's address. */
export function Filters(props: {
  readonly filters: readonly Filter[]
  /** Left out where a list has no period; `usual` is shown as long as nothing is chosen. */
  readonly period?: { readonly usual?: Preset }
  readonly children?: ReactNode
}) {
  const { filters } = props
  const text = useTexts(texts)
  const [query, change] = useAddressQuery()
  const unset = filters.filter(({ name, choices = [], isTyped }) => {
    return !query.has(name) && (isTyped || choices.length > 0)
  })
  const names = [...filters.map(({ name }) => name), 'period', 'from', 'to']
  const put = ({ name, clears }: Filter, value: string | null) =>
    change({ ...(clears === undefined ? {} : { [clears]: null }), [name]: value })
  return (
    <Group gap="xs">
      {props.children}
      {props.period !== undefined && <PeriodPicker {...props.period} />}
      {filters.map((filter) => {
        const value = query.get(filter.name)
        if (value === null) return null
        const label = `${filter.label}: ${toldBy(filter, value)}`
        return (
          <FilterChip
            key={filter.name}
            label={label}
            clear={text.removeOne}
            onClear={() => put(filter, null)}
            editor={
              (filter.isTyped || filter.choices !== undefined) && (
                <Value filter={filter} value={value} onChoose={put} />
              )
            }
          />
        )
      })}
      {unset.length > 0 && (
        <ChoicePopup
          button={(opener) => (
            <Button {...opener} size="xs" variant="default" leftSection={<IconPlus size={14} />}>
              {text.addFilter}
            </Button>
          )}
        >
          <NewFilter filters={unset} onChoose={put} />
        </ChoicePopup>
      )}
      {names.some((name) => query.has(name)) && (
        <Button
          size="xs"
          px="xs"
          variant="subtle"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {text.clear}
        </Button>
      )}
    </Group>
  )
}

type OnChoose = (filter: Filter, value: string) => void

/** First which filter, then its value. */
function NewFilter({
  filters,
  onChoose,
}: {
  readonly filters: readonly Filter[]
  readonly onChoose: OnChoose
}) {
  const [chosen, setChosen] = useState<Filter | null>(null)
  if (chosen !== null)
    return (
      <div ref={focusFirst}>
        <Value filter={chosen} value={null} onChoose={onChoose} />
      </div>
    )
  return filters.map((filter) => (
    <button
      key={filter.name}
      type="button"
      data-choice
      className={menu.item}
      onClick={() => setChosen(filter)}
    >
      {filter.label}
    </button>
  ))
}

interface ValueProps {
  readonly filter: Filter
  readonly value: string | null
  readonly onChoose: OnChoose
}

/** With more choices than this they can be searched. */
const glanced = 8

function Value({ filter, value, onChoose }: ValueProps) {
  const text = useTexts(texts)
  const [typed, setTyped] = useState(filter.isTyped ? (value ?? '') : '')
  const { label, choices = [] } = filter
  const field = { size: 'xs', maxLength: 254, 'data-choice': true, ...bindText(typed, setTyped) } as const
  if (filter.isTyped)
    return (
      <form
        className={classes.typed}
        onSubmit={(event) => {
          event.preventDefault()
          closePopup(event.currentTarget)
          if (typed.trim() !== '') onChoose(filter, typed.trim())
        }}
      >
        <TextInput
          label={label}
          {...field}
          {...(filter.isTyped === 'number' ? ({ inputMode: 'numeric', pattern: '\\d*' } as const) : {})}
        />
        <Button type="submit" size="xs" variant="default">
          {text.apply}
        </Button>
      </form>
    )
  const sought = typed.trim().toLowerCase()
  const fitting = choices.filter((choice) => choice.label.toLowerCase().includes(sought))
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      {choices.length > glanced && <TextInput aria-label={text.find} placeholder={text.find} {...field} />}
      {fitting.map((choice, at) => (
        <Fragment key={choice.value}>
          {choice.group !== fitting[at - 1]?.group && <MenuLabel>{choice.group}</MenuLabel>}
          <ChoiceButton isChosen={choice.value === value} onClick={() => onChoose(filter, choice.value)}>
            {choice.label}
          </ChoiceButton>
        </Fragment>
      ))}
    </>
  )
}

function ChoiceButton(props: {
  readonly isChosen: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      data-choice
      className={menu.item}
      aria-pressed={props.isChosen}
      onClick={({ currentTarget }) => {
        closePopup(currentTarget)
        props.onClick()
      }}
    >
      {props.children}
    </button>
  )
}

/** One of the presets, or between two times. */
function PeriodPicker({ usual }: { readonly usual?: Preset }) {
  const text = useTexts(texts)
  const names = useTexts(presetTexts)
  const formats = useFormats()
  const [query, change] = useAddressQuery()
  const { period, from, to } = periodIn(query, usual)
  const isAny = period === null && from === null && to === null
  const ends = [from, to].map((at) => (at === null ? '…' : formats.short(at))).join(' – ')
  const shown = isAny ? text.anyTime : period === null ? ends : names[period]
  const put = (next: Readonly<Partial<ReturnType<typeof periodIn>>>) =>
    change({ period: null, from, to, ...next })
  return (
    <ChoicePopup
      button={(opener) => (
        <Button
          {...opener}
          size="xs"
          variant="default"
          leftSection={<IconCalendar size={14} />}
          aria-label={`${text.period}: ${shown}`}
        >
          {shown}
        </Button>
      )}
    >
      {usual === undefined && (
        <ChoiceButton isChosen={isAny} onClick={() => put({ from: null, to: null })}>
          {text.anyTime}
        </ChoiceButton>
      )}
      {presets.map((name) => (
        <ChoiceButton
          key={name}
          isChosen={period === name}
          onClick={() => put({ period: name === usual ? null : name, from: null, to: null })}
        >
          {names[name]}
        </ChoiceButton>
      ))}
      <MenuDivider />
      <Stack gap={6} p={6}>
        <TimeInput label={text.from} value={from} onChange={(at) => put({ from: at })} />
        <TimeInput label={text.to} value={to} onChange={(at) => put({ to: at })} />
      </Stack>
    </ChoicePopup>
  )
}

function TimeInput(props: {
  readonly label: string
  readonly value: number | null
  readonly onChange: (at: number | null) => void
}) {
  const zone = useTimeZone()
  return (
    <TextInput
      size="xs"
      type="datetime-local"
      label={props.label}
      value={props.value === null ? '' : clockText(props.value, zone)}
      onChange={({ currentTarget }) => props.onChange(timeIn(currentTarget.value, zone))}
    />
  )
}
