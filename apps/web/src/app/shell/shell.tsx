import { Suspense, useEffect } from 'react'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { ItemKindsContext } from '#features/items/index.ts'
import { Live } from '#features/live/index.ts'
import { ChatBeginner } from '#features/new-chat/chat-beginner.tsx'
import { RequireSession, useSession, useSessionWatch, useUserCopy } from '#features/session/index.ts'
import { NEW_PROJECT } from '#features/projects/index.ts'
import { useAppliedSettings } from '#features/settings/index.ts'
import { useAppliedColours } from '#features/theme/index.ts'
import { TourProvider } from '#features/tour/index.ts'
import { COMPOSER, focusComposer, useHasComposer } from '#lib/composer-focus.ts'
import { NEW_CHAT } from '#lib/new-chat.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { ReadOnlyMode } from '#lib/read-only.ts'
import { lazyView } from '#lib/load-code.ts'
import type { SessionStore } from '#lib/session.ts'
import { useShortcut } from '#lib/shortcuts.ts'
import { useTranslation } from '#lib/texts.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { ITEM_KINDS } from '../item-kinds.ts'
import { PageLoading } from '../pages/waiting.tsx'
import { markStarted } from '../start.ts'
import { ShellDialogs } from './dialogs.tsx'
import { FavouriteModels } from './favourite-models.tsx'
import { Navigation } from './navigation.tsx'
import { NavigationContext } from './navigation-context.ts'
import css from './shell.module.css'
import { useFrame } from './use-frame.ts'
import { useLicenseWatch } from './use-license-watch.ts'

const SignInAgain = lazyView(async () => (await import('./sign-in-again.tsx')).SignInAgain)
const AfterPaint = lazyView(async () => (await import('./after-paint.tsx')).AfterPaint)
const loadLiveHandlers = async () => (await import('./after-paint.tsx')).LIVE_HANDLERS
const NavigationDrawer = lazyDialog(async () => (await import('./navigation-drawer.tsx')).NavigationDrawer)

/** Navigation and page: top bar and content. Only for signed-in users. */
export function Shell({ store }: { store: SessionStore }) {
  return (
    <RequireSession>
      <TourProvider>
        <FavouriteModels>
          <ChatBeginner>
            <ItemKindsContext value={ITEM_KINDS}>
              <Frame store={store} />
            </ItemKindsContext>
          </ChatBeginner>
        </FavouriteModels>
      </TourProvider>
    </RequireSession>
  )
}

/** Applies what belongs to the person, and watches what may end: session and licence. */
function useWatches(store: SessionStore) {
  useSessionWatch(store)
  useUserCopy()
  useAppliedSettings()
  useAppliedColours()
  useLicenseWatch()
  useStart()
}

function Frame({ store }: { store: SessionStore }) {
  const frame = useFrame()
  const { readOnly } = frame
  const dialogs = useDialogs()
  const navigate = useNavigate()
  const { session } = useSession()
  const ended = session === null || session.mustChangePassword === true
  useWatches(store)
  useShortcut('KeyS', frame.toggle, !readOnly)
  useShortcut('KeyP', () => dialogs.show(NEW_PROJECT), !readOnly)
  useShortcut('KeyO', () => void navigate(NEW_CHAT), !readOnly)

  return (
    <NavigationContext value={frame}>
      <SkipLinks />
      <div className={css.shell} data-alone={frame.shown ? undefined : true}>
        {frame.shown && <Navigation onHide={() => frame.show(false)} />}
        <div className={css.body}>
          {!frame.quiet && !readOnly && (
            <Suspense fallback={null}>
              <AfterPaint />
            </Suspense>
          )}
          <LoadingBar />
          <ReadOnlyMode value={readOnly}>
            <Suspense fallback={<PageLoading />}>
              <Outlet />
            </Suspense>
          </ReadOnlyMode>
        </div>
      </div>
      {frame.small && <NavigationDrawer opened={frame.drawer} onClose={() => frame.setDrawer(false)} />}
      <ShellDialogs />
      {ended ? (
        <Suspense fallback={null}>
          <SignInAgain />
        </Suspense>
      ) : (
        <Live loadHandlers={loadLiveHandlers} />
      )}
    </NavigationContext>
  )
}

/** Links to the content and to the message field, for the keyboard. */
function SkipLinks() {
  const { t } = useTranslation('shell')
  const hasComposer = useHasComposer()
  return (
    <>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      {hasComposer && (
        <a
          className={css.skip}
          href={`#${COMPOSER}`}
          onClick={(event) => {
            if (focusComposer()) event.preventDefault()
          }}
        >
          {t('skipToComposer')}
        </a>
      )}
    </>
  )
}

/** A separate component, so that the frame does not render again for it. */
function LoadingBar() {
  const { state } = useNavigation()
  return state === 'loading' && <div className="start-up" aria-hidden="true" />
}

/** A session that starts on another page than `/` opens no start page later. */
function useStart(): void {
  const { pathname } = useLocation()
  const elsewhere = pathname !== '/'
  useEffect(() => {
    if (elsewhere) markStarted(true)
  }, [elsewhere])
}
