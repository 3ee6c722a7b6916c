import { type SettingName, type Settings, settingTable } from '../../config/settings.ts'
import type { SettingView } from '../views/operator/nodes.ts'

/** The settings in force. A secret is only shown as set or not set; credentials in a look-up URL are hidden too. */
export function settingViews(settings: Settings): SettingView[] {
  return (Object.keys(settingTable) as SettingName[]).map((name) => {
    const { fallback, secret } = settingTable[name] as { fallback?: unknown; secret?: true }
    const value: unknown = settings[name]
    return {
      name,
      value: secret === true || value === undefined ? '' : withoutSecrets(textOf(value)),
      secret: secret === true,
      isSet: value !== undefined,
      isDefault: JSON.stringify(value) === JSON.stringify(fallback),
    }
  })
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** `https://user:password@host/?key=abc&phone={phone}` -> `https://…@host/?key=…&phone={phone}` */
function withoutSecrets(text: string): string {
  if (!/^[a-z]+:\/\//i.test(text)) return text
  return text.replace(/\/\/[^/@]*@/, '//…@').replace(/=(?!\{phone\})[^&]*/g, '=…')
}
