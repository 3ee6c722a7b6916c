import type { Kind } from './kind.ts'

/** The generic messenger of FusionAuth (docs/integrate/fusionauth.md). Before 1.67 the code stands in the text alone. */
export const fusionauth: Kind = {
  kind: 'fusionauth',
  hasOtherMessages: true,
  read: ({ phoneNumber, code, textMessage, userId }) => ({
    phone: phoneNumber,
    code,
    text: textMessage,
    user: userId,
  }),
  digitsSetting: {
    en: 'a code of digits: in FusionAuth, Tenant, Advanced, set the generator of phone verification codes to "randomDigits"',
    ru: 'код из цифр: в FusionAuth, Tenant, Advanced, выберите для кодов подтверждения телефона «randomDigits»',
  },
}
