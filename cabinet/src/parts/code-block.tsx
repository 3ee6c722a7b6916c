import { Box, Code } from '@mantine/core'
import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Text to copy. `what` names it for the copy button. */
export function CodeBlock({ code, what }: { readonly code: string; readonly what: string }) {
  return (
    <Box pos="relative">
      <Code block className={classes.code!} tabIndex={0} role="region" aria-label={what}>
        {code}
      </Code>
      <Box className={classes.copy!}>
        <CopyButton value={code} what={what} />
      </Box>
    </Box>
  )
}
