import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { write } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorNote } from '../../parts/error-note.tsx'
import { IconGridDots, IconX } from '../../parts/icons.tsx'
import { Keypad } from './keypad.tsx'
import { CallingNumber } from './number.tsx'
import classes from './phone.module.css'
import { Dialling, Idle, Incoming, Talking } from './screens.tsx'
import { startListening } from './sound.ts'
import { phoneTexts, verificationProblems } from './texts.ts'
import type { HandsetCall } from './use-phone.ts'

/** Other calls that ring at the same time; more would not fit on the screen. */
const maxOthers = 3

/** The drawn phone. The newest call is in front; others wait below and can be brought there. */
export function Handset({ calls }: { readonly calls: readonly HandsetCall[] }) {
  const text = useTexts(phoneTexts)
  const [isDialling, setDialling] = useState(false)
  const [chosenId, setChosenId] = useState<number>()
  const act = useAct()
  const live = calls.filter(({ state }) => state !== 'ended')
  const front = live.find(({ id }) => id === chosenId) ?? live[0]
  const others = live.filter((call) => call !== front).slice(0, maxOthers)
  useListening(act.variables?.act === 'answer' ? act.variables.id : undefined, live)

  const does = (what: Act) => () => {
    // A call that the person has acted on stays in front when another one rings.
    setChosenId(front?.id)
    if (front !== undefined) act.mutate({ id: front.id, act: what })
  }
  return (
    <section className={classes.handset} aria-label={text.handset}>
      <div className={classes.speaker} aria-hidden />
      <div className={classes.screen}>
        {front === undefined ? (
          isDialling ? (
            <Keypad onDialled={() => setDialling(false)} />
          ) : (
            <Idle last={calls.find(({ direction }) => direction === 'in')} />
          )
        ) : front.direction === 'out' ? (
          <Dialling call={front} />
        ) : front.state === 'answered' ? (
          <Talking call={front} onHangUp={does('hang-up')} />
        ) : (
          <Incoming call={front} onAnswer={does('answer')} onDecline={does('decline')} />
        )}
        <ErrorNote error={act.error} errorTexts={verificationProblems} />
        {others.length > 0 && (
          <ul className={classes.others} aria-label={text.alsoRinging}>
            {others.map((call) => (
              <li key={call.id}>
                <UnstyledButton className={classes.other!} onClick={() => setChosenId(call.id)}>
                  <CallingNumber call={call} />
                  <span>{text.states[call.state]}</span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
        {front === undefined && (
          <ActionIcon
            className={classes.toggle!}
            variant="transparent"
            size={40}
            onClick={() => setDialling(!isDialling)}
            aria-label={isDialling ? text.closeKeypad : text.keypad}
          >
            {isDialling ? <IconX size={22} /> : <IconGridDots size={22} />}
          </ActionIcon>
        )}
      </div>
    </section>
  )
}

/** Only the page that answered plays the call, not other open pages. */
function useListening(answeredHere: number | undefined, live: readonly HandsetCall[]): void {
  const heardId = live.find(({ id, state }) => id === answeredHere && state === 'answered')?.id
  useEffect(() => (heardId === undefined ? undefined : startListening(heardId)), [heardId])
}

type Act = 'answer' | 'decline' | 'hang-up'

/** An action on a call; the result arrives over the stream of the phone. */
function useAct() {
  return useMutation({
    mutationFn: ({ id, act }: { readonly id: number; readonly act: Act }) =>
      write(`/phone/calls/:id/${act}`, { id }),
  })
}
