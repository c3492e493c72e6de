/** What an archive under test says, in each of its records; what is left out is honest. */

export interface ZipEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  /** 8 (deflated) by default. */
  readonly method?: number;
  /** The packed bytes, instead of those that follow from content and method. */
  readonly packed?: Buffer;
  /** Bit 11 (UTF-8) is set by default; the descriptor's bit follows from `descriptor`. */
  readonly flags?: number;
  /** A data descriptor behind the data, and zeros in the local header. */
  readonly descriptor?: 'signed' | 'bare' | 'signed-64' | 'bare-64';
  /** Sizes and offset in a ZIP64 field, in both headers. */
  readonly zip64?: boolean;
  readonly crc32?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly offset?: number;
  /** Upper half of the external attributes. */
  readonly unixMode?: number;
  readonly dosAttributes?: number;
  /** System that the entry was made on; 3 (Unix) by default. */
  readonly host?: number;
  readonly comment?: string;
  readonly disk?: number;
  /** Extra fields, behind a ZIP64 one. */
  readonly extra?: Buffer;
  /** What only one of the two headers says. */
  readonly local?: HeaderLies;
  readonly central?: HeaderLies;
  /** Bytes between the data (with its descriptor) and the next record. */
  readonly behind?: Buffer;
  /** The descriptor's bytes, instead of honest ones. */
  readonly descriptorBytes?: Buffer;
}

export interface HeaderLies {
  readonly signature?: number;
  readonly name?: string | Buffer;
  readonly flags?: number;
  readonly method?: number;
  readonly crc32?: number;
  readonly size?: number;
  readonly compressedSize?: number;
  readonly offset?: number;
  readonly extra?: Buffer;
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly comment?: string | Buffer;
  /** Bytes before the archive; offsets take no account of them. */
  readonly prefix?: Buffer;
  readonly suffix?: Buffer;
  /** Bytes between the directory and the end records. */
  readonly behindDirectory?: Buffer;
  /** ZIP64 end record and locator. */
  readonly zip64?: boolean;
  readonly end?: EndLies;
  readonly end64?: EndLies & { readonly recordBytes?: number };
  readonly locator?: { readonly at?: number; readonly disk?: number; readonly disks?: number };
}

export interface EndLies {
  readonly signature?: number;
  readonly disk?: number;
  readonly directoryDisk?: number;
  readonly entriesHere?: number;
  readonly entries?: number;
  readonly directoryBytes?: number;
  readonly directoryAt?: number;
  readonly commentBytes?: number;
}
