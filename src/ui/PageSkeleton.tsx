export function PageSkeleton() {
  return (
    <div aria-busy="true" className="stack">
      <span className="visually-hidden">Loading…</span>
      <span className="skeleton" style={{ width: '10rem', height: '2.1875rem' }} />
      <span className="skeleton" style={{ height: '14rem', maxWidth: '34rem' }} />
    </div>
  )
}
