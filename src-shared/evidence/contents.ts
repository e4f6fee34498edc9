export interface BundleProblem {
  /** The file in the bundle; null: the bundle as a whole. */
  readonly file: string | null;
  readonly message: string;
}

/** The files of a bundle, whether or not they are in a container yet. */
export interface Contents {
  readonly names: readonly string[];
  /** null: there is no such file. */
  readonly bytes: (name: string) => Promise<Uint8Array | null>;
  /** SHA-256; null: there is no such file. */
  readonly sha256: (name: string) => Promise<string | null>;
}
