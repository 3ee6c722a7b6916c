import { Text } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { type QualityTerm, qualityDefinitions } from '../language/quality-terms.ts'

/** Loaded when somebody asks for a definition. */
export default function DefinitionText({ term }: { readonly term: QualityTerm }) {
  return (
    <Text size="sm" fw={400}>
      {useTexts(qualityDefinitions)[term]}
    </Text>
  )
}
