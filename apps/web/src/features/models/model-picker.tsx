// The styles stand here: those that come later make the browser look at every element again.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { partsLater, useMade } from '../../lib/made-later.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { PickerButton, type ModelMenuProps, type ModelPickerProps } from './picker-button.tsx'

const PARTS = partsLater(() => import('./made-picker.tsx'))

/**
 * Chooses a model: family and tag of everything that is deployed, with where it runs. The list is made when it is first asked
 * for: a chat is drawn sooner without it, and most tabs keep their model.
 */
export function ModelPicker({ onChange, ...shown }: ModelPickerProps) {
  const { made, make } = useMade(PARTS)
  // The button is made anew with its list; it has the focus that it had, and does what the first one was asked.
  const again = (ask: (button: Element) => void) =>
    make(() => document.activeElement && ask(document.activeElement))
  if (made) return <made.MadePicker {...shown} onChange={onChange} />
  return (
    <PickerButton
      {...shown}
      opened={false}
      onClick={() => again((button) => (button as HTMLElement).click())}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        const { key, code } = event.nativeEvent
        again((button) => button.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })))
      }}
    />
  )
}

/** Does something with a model: a list of everything that is deployed behind an icon. */
export function ModelMenu(given: ModelMenuProps) {
  const { made, make } = useMade(PARTS)
  if (made) return <made.MadeModelMenu {...given} />
  return (
    <IconButton
      icon={given.icon}
      label={given.label}
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={() =>
        make(() => document.activeElement instanceof HTMLElement && document.activeElement.click())
      }
    />
  )
}
