import { Stack, Text, Title } from '@mantine/core'
import type { Rate } from '@ringkey/server/cabinet-api'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { rateLevel, rateLevels } from '../../parts/plots/colours.ts'
import type { QualityReport, RateView } from './asked.ts'
import classes from './quality.module.css'
import { qualityTexts } from './texts.ts'

/** With fewer calls a rate says little: its cell has no colour. */
const fewCalls = 20

interface Looks {
  readonly rate: Rate
}

const levelClasses = [classes.level0, classes.level1, classes.level2, classes.level3, classes.level4]

function classOf({ hits, of, high }: RateView, before: RateView | null, rate: Rate): string {
  const isBadWhenHigh = rate === 'shortCalls'
  if (of < fewCalls) return `${classes.cell} ${classes.few}`
  const level = levelClasses[rateLevel(hits / of, isBadWhenHigh)]
  return `${classes.cell} ${level} ${hasFallen(high, before, isBadWhenHigh) ? classes.fell : ''}`
}

/** The whole band lies below the band of the period before. */
function hasFallen(high: number | null, before: RateView | null, isBadWhenHigh: boolean): boolean {
  if (before === null || before.of < fewCalls || isBadWhenHigh) return false
  return high !== null && before.low !== null && high < before.low
}

/** Operators of phones against trunks (for owners: against modes). A cell narrows the page down to itself. */
export function OperatorMap(props: {
  readonly report: QualityReport
  readonly rate: Rate
  readonly nameOf: (key: string) => string
  readonly acrossName: (key: string) => string
  readonly onChoose: (operator: string, across: string) => void
}) {
  const { map } = props.report
  const text = useTexts(qualityTexts)
  const formats = useFormats()
  const cells = map.cells.filter(({ shares }) => shares[props.rate].of > 0)
  const operators = [...new Set(cells.map(({ operator }) => operator))]
  const across = [...new Set(cells.map((cell) => cell.across))].sort()
  if (cells.length === 0) return null
  const title = map.across === 'trunk' ? text.operatorByTrunk : text.operatorByMode
  return (
    <Stack gap="xs">
      <Title order={2}>{title}</Title>
      <Text variant="note">{text.mapHint}</Text>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <table className={classes.map}>
          <thead>
            <tr>
              <th scope="col">{text.bys.operator}</th>
              {across.map((key) => (
                <th key={key} scope="col">
                  {props.acrossName(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operators.map((operator) => (
              <tr key={operator}>
                <th scope="row">{props.nameOf(operator)}</th>
                {across.map((key) => {
                  const cell = cells.find((each) => each.operator === operator && each.across === key)
                  if (cell === undefined) return <td key={key} />
                  const now = cell.shares[props.rate]
                  const before = cell.before[props.rate]
                  const label = `${formats.percent(now.hits / now.of)} ${text.ofCalls(formats.number(now.of))}`
                  const fell = hasFallen(now.high, before, props.rate === 'shortCalls')
                  return (
                    <td key={key}>
                      <button
                        type="button"
                        className={classOf(now, before, props.rate)}
                        aria-label={`${props.nameOf(operator)}, ${props.acrossName(key)}: ${label}${fell ? `, ${text.fell}` : ''}`}
                        onClick={() => props.onChoose(operator, key)}
                      >
                        {fell && <span aria-hidden="true">▼ </span>}
                        {label}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Levels rate={props.rate} />
    </Stack>
  )
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [0, 1, 2, 3, 4, 5, 6]

/** Hours of the day against days of the week. A cell leads to the calls of its last such hour. */
export function WeekMap(props: {
  readonly report: QualityReport
  readonly rate: Rate
  readonly callsAt: (weekday: number, hour: number) => string
}) {
  const text = useTexts(qualityTexts)
  const formats = useFormats()
  const found = new Map(props.report.week.map((cell) => [cell.weekday * 24 + cell.hour, cell.shares]))
  if (![...found.values()].some((shares) => shares[props.rate].of > 0)) return null
  return (
    <Stack gap="xs">
      <Title order={2}>{text.hourByWeekday}</Title>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={text.hourByWeekday}>
        <table className={classes.map}>
          <thead>
            <tr>
              <th scope="col">{text.weekday}</th>
              {hoursOfDay.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weekdays.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{text.weekdays[weekday]}</th>
                {hoursOfDay.map((hour) => {
                  const share = found.get(weekday * 24 + hour)?.[props.rate]
                  if (share === undefined || share.of === 0) return <td key={hour} />
                  const rounded = Math.round((share.hits / share.of) * 100)
                  const label = `${rounded} % ${text.ofCalls(formats.number(share.of))}`
                  return (
                    <td key={hour}>
                      <Link
                        href={props.callsAt(weekday, hour)}
                        className={`${classOf(share, null, props.rate)} ${classes.small}`}
                        aria-label={`${text.weekdays[weekday]}, ${hour}:00: ${label}`}
                        title={label}
                      >
                        {rounded}
                      </Link>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Stack>
  )
}

/** What the colours mean. */
function Levels({ rate }: Looks) {
  const text = useTexts(qualityTexts)
  const formats = useFormats()
  const isBadWhenHigh = rate === 'shortCalls'
  return (
    <ul className={classes.legend}>
      {rateLevels.map((least, level) => (
        <li key={least}>
          <span className={`${classes.sample} ${levelClasses[level]}`} />
          {isBadWhenHigh ? text.upTo(formats.percent(1 - least)) : text.from_(formats.percent(least))}
        </li>
      ))}
      <li>
        <span className={`${classes.sample} ${classes.few}`} />
        {text.few(formats.number(fewCalls))}
      </li>
      <li>
        <span className={`${classes.sample} ${classes.fell}`} />▼ {text.fell}
      </li>
    </ul>
  )
}
