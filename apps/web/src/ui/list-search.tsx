import { Combobox } from '@mantine/core'

interface ListSearchFieldProps {
  /** Accessible name and placeholder. */
  label: string
  /** The id of the list. */
  list: string
  text: string
  maxLength?: number
  onText: (text: string) => void
}

/** The field of a list that opens below a button (`useSearchList`). */
export function ListSearchField({ label, list, text, maxLength, onText }: ListSearchFieldProps) {
  return (
    <Combobox.Search
      role="combobox"
      aria-expanded
      aria-controls={list}
      aria-label={label}
      placeholder={label}
      maxLength={maxLength}
      value={text}
      // A letter typed on the button is in the field already.
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => onText(event.currentTarget.value)}
      // Enter chooses an option and must not submit the surrounding form; Escape closes the list alone.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      data-mantine-stop-propagation
    />
  )
}
