import classes from './state-word.module.css'

/** A state in a word beside its dot, and in quieter type why. The shape of the dot says the same as its colour. */
export function StateWord(props: {
  readonly tone: 'good' | 'bad' | 'open'
  readonly word: string
  readonly why?: string | null
}) {
  return (
    <span className={classes.state} title={props.why == null ? undefined : `${props.word}: ${props.why}`}>
      <span className={classes.dot} data-tone={props.tone} aria-hidden="true" />
      <span className={classes.words}>
        {props.word}
        {props.why != null && <span className={classes.quiet}>: {props.why}</span>}
      </span>
    </span>
  )
}
