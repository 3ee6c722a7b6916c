export interface ProblemBody {
  readonly error: { readonly code: string; readonly message: string; readonly field?: string }
}
