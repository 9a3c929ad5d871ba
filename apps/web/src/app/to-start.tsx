import { Navigate } from 'react-router'

/**
 * Redirects an address without a page to the start page: unknown ones, `/share`, `/errors`, and pages that are not built.
 */
export function ToStart() {
  return <Navigate to="/" replace />
}
