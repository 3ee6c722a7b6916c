import type { ReactNode } from 'react'
import { CopyButton } from '../../../parts/copy-button.tsx'
import classes from './detail.module.css'

export const FactList = ({ children }: { readonly children: ReactNode }) => (
  <dl className={classes.facts}>{children}</dl>
)

/** Unknown facts are not shown. */
export function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  if (props.children === null || props.children === '' || props.children === false) return null
  return (
    <>
      <dt className={classes.quiet}>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  )
}

export function Copied(props: { readonly value: string; readonly what: string }) {
  return (
    <span className={classes.copied}>
      {props.value} <CopyButton value={props.value} what={props.what} />
    </span>
  )
}
