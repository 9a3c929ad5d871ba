import { isMac } from '#lib/shortcuts.ts'
import css from './keys.module.css'
import { keyName, type ShortcutFile } from './list.ts'

/** Shows a key combination, one box per key. */
export function Keys({ keys, names }: { keys: readonly string[]; names: ShortcutFile['names'] }) {
  const mac = isMac()
  return (
    <span className={css.keys}>
      {keys.map((key) => (
        <kbd key={key}>{keyName(key, names, mac)}</kbd>
      ))}
    </span>
  )
}
