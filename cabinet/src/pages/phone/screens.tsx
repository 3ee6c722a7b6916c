import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { IconPhone, IconPhoneOff } from '../../parts/icons.tsx'
import { useNow } from '../../parts/moment.tsx'
import { CallingNumber, hasCodeInNumber, lastFourOf, spelled } from './number.tsx'
import classes from './phone.module.css'
import { phoneTexts } from './texts.ts'
import type { HandsetCall } from './use-phone.ts'

const tickMs = 1_000

/** A flash call rings for four seconds: the screen keeps showing who it was, as phones do. */
export function Idle({ last }: { readonly last: HandsetCall | undefined }) {
  const text = useTexts(phoneTexts)
  const formats = useFormats()
  return (
    <>
      <p className={classes.clock}>{formats.short(useNow(tickMs)).split(', ').at(-1)}</p>
      <p className={classes.quiet}>{text.idle}</p>
      {last !== undefined && (
        <div className={classes.notice}>
          <span className={classes.quiet}>
            {text.missed}, {formats.clock(last.startedAt)}
          </span>
          <span className={classes.noticeNumber}>
            <CallingNumber call={last} />
          </span>
          <WhereTheCodeIs call={last} />
        </div>
      )}
    </>
  )
}

export function Incoming(props: {
  readonly call: HandsetCall
  readonly onAnswer: () => void
  readonly onDecline: () => void
}) {
  const text = useTexts(phoneTexts)
  return (
    <>
      <Caller call={props.call} title={text.incoming} isRinging />
      <div className={classes.buttons}>
        <RoundButton label={text.decline} className={classes.red!} onClick={props.onDecline}>
          <IconPhoneOff size={26} />
        </RoundButton>
        <RoundButton label={text.answer} className={classes.green!} onClick={props.onAnswer}>
          <IconPhone size={26} />
        </RoundButton>
      </div>
    </>
  )
}

export function Talking({ call, onHangUp }: { readonly call: HandsetCall; readonly onHangUp: () => void }) {
  const text = useTexts(phoneTexts)
  return (
    <>
      <Caller call={call} title={text.talking} />
      <Elapsed sinceMs={call.startedAt} />
      <div className={classes.buttons}>
        <RoundButton label={text.hangUp} className={classes.red!} onClick={onHangUp}>
          <IconPhoneOff size={26} />
        </RoundButton>
      </div>
    </>
  )
}

export function Dialling({ call }: { readonly call: HandsetCall }) {
  const text = useTexts(phoneTexts)
  return (
    <div className={classes.caller}>
      <p className={classes.quiet}>{text.dialling}</p>
      <p className={classes.number}>{spelled(call.to)}</p>
      <p className={classes.quiet}>{text.fromNumber(spelled(call.from))}</p>
    </div>
  )
}

function Caller(props: { readonly call: HandsetCall; readonly title: string; readonly isRinging?: boolean }) {
  const text = useTexts(phoneTexts)
  const { call } = props
  return (
    <div className={classes.caller} aria-live="assertive">
      <p className={classes.quiet} data-ringing={props.isRinging}>
        {props.title}
      </p>
      <p className={classes.number}>
        <CallingNumber call={call} />
      </p>
      <WhereTheCodeIs call={call} />
      <p className={classes.quiet}>{text.toNumber(spelled(call.to))}</p>
    </div>
  )
}

function WhereTheCodeIs({ call }: { readonly call: HandsetCall }) {
  const text = useTexts(phoneTexts)
  if (call.mode === 'voice') {
    const said =
      call.state !== 'ended' ? text.spoken : (call.heardMs ?? 0) > 0 ? text.wasSpoken : text.notHeard
    return <span className={classes.lastFourLine}>{said}</span>
  }
  if (!hasCodeInNumber(call)) return null
  const number = call.from
  return (
    <span className={classes.lastFourLine}>
      {text.lastFour} <b>{lastFourOf(number)}</b>
      <CopyButton value={lastFourOf(number)} what={text.theLastFour} />
    </span>
  )
}

function RoundButton(props: {
  readonly label: string
  readonly className: string
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <UnstyledButton className={classes.action!} onClick={props.onClick}>
      <span className={`${classes.round} ${props.className}`}>{props.children}</span>
      {props.label}
    </UnstyledButton>
  )
}

function Elapsed({ sinceMs }: { readonly sinceMs: number }) {
  const seconds = Math.max(0, Math.floor((useNow(tickMs) - sinceMs) / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  return <p className={classes.quiet}>{`${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`}</p>
}
