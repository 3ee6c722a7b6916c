import { Text } from '@mantine/core'
import type { VerificationDetail } from '@ringkey/server/cabinet-api'
import type { ReactNode } from 'react'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { terms } from '../../../language/terms.ts'
import { Upcoming } from '../../../parts/moment.tsx'
import { RouteSentence } from '../../../parts/route-sentence.tsx'
import classes from '../verifications.module.css'
import { useSentences } from './sentences.ts'
import { verificationDetailTexts } from './texts.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'

type StepView = VerificationDetail['steps'][number]

type Detail = { readonly detail: VerificationDetail }
type Tone = 'plain' | 'good' | 'bad' | 'open' | 'later'

/** The whole verification from the request to the end. */
export function Timeline({ detail }: Detail) {
  const text = useTexts(verificationDetailTexts)
  return (
    <ol className={classes.timeline} aria-label={text.timeline}>
      {timelineOf(detail).map((entry, index) => (
        <Entry key={`${entry.kind} ${String(index)}`} entry={entry} detail={detail} />
      ))}
    </ol>
  )
}

function Entry({ entry, detail }: Detail & { readonly entry: TimelineEntry }) {
  switch (entry.kind) {
    case 'asked':
      return <Asked detail={detail} />
    case 'step':
      return <StepEntry number={entry.number} step={entry.step} />
    case 'check':
      return <CheckEntry {...entry} />
    case 'end':
      return <End detail={detail} />
    case 'deadline':
      return <Deadline at={entry.at} />
  }
}

function Line(props: {
  readonly tone: Tone
  readonly title: string
  readonly at: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <li className={classes.entry} data-tone={props.tone}>
      <div className={classes.entryHead}>
        <Text fw={600}>{props.title}</Text>
        <Text variant="hint" component="span">
          {props.at}
        </Text>
      </div>
      {props.children}
    </li>
  )
}

function Clock({ at }: { readonly at: number }) {
  const formats = useFormats()
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.exact(at)}>
      {formats.clock(at)}
    </time>
  )
}

function Asked({ detail }: Detail) {
  const text = useTexts(verificationDetailTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const modes = detail.steps.map(({ mode }) => words.modes[mode]).join(text.followedBy)
  return (
    <Line tone="plain" title={text.asked} at={<Clock at={detail.createdAt} />}>
      <Text size="sm">{text.askedFor(detail.phoneMask || words.unknown, modes)}</Text>
      {detail.steps.some(({ isForReach }) => isForReach) && <Text size="sm">{text.hardToReach}</Text>}
      <Text variant="hint">{text.limits(detail.attempts, formats.clock(detail.expiresAt))}</Text>
    </Line>
  )
}

const tones: Readonly<Record<StepView['status'], Tone>> = {
  planned: 'later',
  started: 'open',
  delivered: 'good',
  undelivered: 'bad',
  skipped: 'later',
}

function StepEntry({ number, step }: { readonly number: number; readonly step: StepView }) {
  const text = useTexts(verificationDetailTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const sentences = useSentences()
  const { status, vendorId, startedAt, endedAt, startsAt, cost, caller, routing } = step
  const sum = cost === null ? null : formats.price(cost)
  const money = sum === null ? null : step.isHeld ? text.held(sum) : cost === 0 ? text.free : sum
  const facts = [
    caller === null ? null : text.shown(caller),
    startedAt === null || endedAt === null ? null : text.took(formats.duration(endedAt - startedAt)),
    money,
    routing === null || routing.carrierCost === 0 ? null : text.margin(formats.price(routing.margin)),
  ].filter((fact) => fact !== null)
  const at =
    startedAt !== null ? (
      <Clock at={startedAt} />
    ) : startsAt !== null ? (
      <>
        {text.startsAt} <Upcoming at={startsAt} />
      </>
    ) : null
  return (
    <Line
      tone={tones[status]}
      title={`${text.step(number, words.modes[step.mode])} · ${words.stepStatuses[status]}`}
      at={at}
    >
      <Text size="sm">{sentences.step(step)}</Text>
      {routing !== null && routing.choice !== null && <RouteSentence choice={routing.choice} />}
      {vendorId !== null && <Text variant="hint">{[...facts, `vendor_id ${vendorId}`].join(' · ')}</Text>}
    </Line>
  )
}

function CheckEntry(props: { readonly at: number; readonly isRight: boolean; readonly left: number }) {
  const text = useTexts(verificationDetailTexts)
  return (
    <Line
      tone={props.isRight ? 'good' : 'bad'}
      title={props.isRight ? text.rightCode : text.wrongCode}
      at={<Clock at={props.at} />}
    >
      {!props.isRight && <Text size="sm">{text.triesLeft(props.left)}</Text>}
    </Line>
  )
}

function End({ detail }: Detail) {
  const text = useTexts(verificationDetailTexts)
  const words = useTexts(terms)
  const formats = useFormats()
  const sentences = useSentences()
  const { status, cost, createdAt, endedAt } = detail
  const facts = [
    text.after(formats.duration(endedAt! - createdAt)),
    ...(cost === null ? [] : [cost === 0 ? text.free : text.total(formats.price(cost))]),
  ]
  return (
    <Line
      tone={status === 'approved' ? 'good' : 'bad'}
      title={words.verificationStatuses[status]}
      at={<Clock at={endedAt!} />}
    >
      <Text size="sm">{sentences.end(detail)}</Text>
      <Text variant="hint">{facts.join(' · ')}</Text>
    </Line>
  )
}

function Deadline({ at }: { readonly at: number }) {
  const text = useTexts(verificationDetailTexts)
  return (
    <Line tone="open" title={text.stillOpen} at={null}>
      <Text variant="hint">
        {text.expires} <Upcoming at={at} />
      </Text>
    </Line>
  )
}
