// A view of its own kind: unlike `lazyView` it loads nothing while it is closed, and nothing around it waits for it. The 42 dialogs
// that the chat page names would add 234 kB to its 290 (manifest of the build, 1 December 2026). It goes when a page mounts its
// dialogs only while they are open, also for their closing animation.
import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { lazyView } from '#lib/load-code.ts'

/**
 * Loads a dialog's code when it is first opened, so that pages do not wait for it. The dialog stays mounted afterwards for
 * its closing animation.
 */
export function lazyDialog<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Dialog = lazyView(load)
  return function LazyDialog(props) {
    const [wanted, setWanted] = useState(props.opened)
    if (props.opened && !wanted) setWanted(true)
    if (!wanted) return null
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
