import type { Program } from '../documents/reference.ts'
import type { Access } from './request.ts'

/** Login by call with `/v2`: the programs of assets/reference/login.md, the same in the documents and in the cabinet. */
export function loginPrograms(written: string, access: Access): readonly Program[] {
  const facts: Readonly<Record<string, number | string>> = { ...access }
  return [...written.matchAll(/^## (\w+)\n\n```\w+\n([\s\S]*?)^```$/gm)].map(([, language, program]) => ({
    language: language!,
    program: program!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name])),
  }))
}
