import { useQueryClient } from '@tanstack/react-query'
import '../../../../element/src/define.ts'
import { useLanguage } from '../../language/language.tsx'
import { verificationKey } from './use-verification.ts'
import classes from './verifications.module.css'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'ringkey-verify': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
        readonly token: string
        readonly autofocus: boolean
        readonly onapproved: () => void
        readonly onfailed: () => void
        readonly onexpired: () => void
      }
    }
  }
}

/** The form that integrators show to their users. */
export function VerifyForm({ id, token }: { readonly id: string; readonly token: string }) {
  const { language } = useLanguage()
  const client = useQueryClient()
  const renew = () => void client.invalidateQueries({ queryKey: verificationKey(id) })
  return (
    <ringkey-verify
      className={classes.form!}
      token={token}
      lang={language}
      // It appeared because somebody has just asked for the call: the code is what they type next.
      autofocus
      onapproved={renew}
      onfailed={renew}
      onexpired={renew}
    />
  )
}
