// Imports the styles here: a stylesheet that is added later makes the browser recalculate the style of every element.
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { writes } from '#lib/composer-focus.ts'
import { useLazyComponents } from '#lib/use-lazy-components.ts'
import { lazyPart } from '#lib/lazy-part.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { PickerButton, type ModelMenuProps, type ModelPickerProps } from './picker-button.tsx'

const PARTS = lazyPart(() => import('./made-picker.tsx'))

/**
 * Chooses a model: family and tag of every deployed model, with the place where it runs. The list is lazy-loaded when first
 * needed: a chat renders sooner without it, and most tabs keep their model.
 */
export function ModelPicker({ onChange, ...shown }: ModelPickerProps) {
  const { made, make } = useLazyComponents(PARTS)
  // The lazy-loaded button replaces the placeholder, takes over its focus, and repeats the click made on it.
  const again = (ask: (button: Element) => void) =>
    make(() => document.activeElement && ask(document.activeElement))
  if (made) return <made.MadePicker {...shown} onChange={onChange} />
  return (
    <PickerButton
      {...shown}
      opened={false}
      onClick={() => again((button) => (button as HTMLElement).click())}
      onKeyDown={(event) => {
        const opens = event.key === 'ArrowDown' || event.key === 'ArrowUp'
        if (!opens && !(shown.kind === 'field' && writes(event.nativeEvent))) return
        event.preventDefault()
        const { key, code } = event.nativeEvent
        again((button) => button.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })))
      }}
    />
  )
}

/** An icon button that runs an action with a model chosen from all deployed models. */
export function ModelMenu(given: ModelMenuProps) {
  const { made, make } = useLazyComponents(PARTS)
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
