import classes from './marked-text.module.css'

/** A text of the server in which `code` stands in backticks. */
export function MarkedText({ children }: { readonly children: string }) {
  return children.split('`').map((piece, index) => {
    const key = `${index} ${piece}`
    return index % 2 === 0 ? <span key={key}>{piece}</span> : <InlineCode key={key}>{piece}</InlineCode>
  })
}

/** A word of a program inside a text. A page has a thousand of them, so it is a plain element. */
export function InlineCode(props: { readonly id?: string; readonly children: string | number }) {
  return (
    <code className={classes.code} id={props.id}>
      {props.children}
    </code>
  )
}
