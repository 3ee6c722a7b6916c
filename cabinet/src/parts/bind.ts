type Change<Target> = { readonly currentTarget: Target }

/** What an input for text shows, and where what is typed goes. */
export const bindText = (value: string, set: (value: string) => void) => ({
  value,
  onChange: ({ currentTarget }: Change<{ readonly value: string }>) => set(currentTarget.value),
})

/** The same of a switch or a tick. */
export const bindChecked = (checked: boolean, set: (checked: boolean) => void) => ({
  checked,
  onChange: ({ currentTarget }: Change<{ readonly checked: boolean }>) => set(currentTarget.checked),
})
