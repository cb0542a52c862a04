package dev.malkoha.tools.inspect;

import dev.malkoha.engine.range.RangeTombstone;
import dev.malkoha.engine.version.EditEntry;
import dev.malkoha.engine.version.FileNames;
import dev.malkoha.engine.version.KeyspaceId;
import dev.malkoha.engine.version.TableMeta;
import dev.malkoha.engine.version.TableMeta.ValueFileMeta;
import dev.malkoha.engine.version.TableMeta.VectorRef;
import dev.malkoha.wal.LogProof;
import java.util.HexFormat;

/** The text of a manifest's entries. */
public final class EditText {

  private EditText() {}

  /** The entry as a line of text. */
  public static String of(EditEntry entry) {
    return switch (entry) {
      case EditEntry.Identity who -> who.toString();
      case EditEntry.OptionsLine(String text) -> "options " + text;
      case EditEntry.NextFile(long number) -> "next file " + number;
      case EditEntry.LogFloor(long position) -> "log floor " + position;
      case EditEntry.LastSequence(long sequence) -> "last sequence " + sequence;
      case EditEntry.AddTable(int level, TableMeta table) -> "add L" + level + " " + table;
      case EditEntry.DropTable(int level, long number) ->
          "drop L" + level + " " + FileNames.table(number);
      case EditEntry.SetVector(long table, VectorRef vector) ->
          "vector of " + FileNames.table(table) + " in " + vector;
      case EditEntry.AddRange(RangeTombstone(byte[] from, byte[] to, long sequence)) ->
          "add range sequence=%s from=%s to=%s"
              .formatted(sequence, hex(from), to.length == 0 ? "..." : hex(to));
      case EditEntry.DropRange(long sequence) -> "drop range sequence=" + sequence;
      case EditEntry.LogMark(LogProof(long sequence, long slot, long durable)) ->
          "log mark segment=" + sequence + " slot=" + slot + " durable=" + durable;
      case EditEntry.Obsolete(long number) -> "obsolete file " + number;
      case EditEntry.Keyspace(KeyspaceId id, String options) ->
          "keyspace " + id + " options " + options;
      case EditEntry.DropKeyspace(long number) -> "drop keyspace " + number;
      case EditEntry.InKeyspace(long number) -> "in keyspace " + number;
      case EditEntry.Flushed(long sequence) -> "flushed sequence " + sequence;
      case EditEntry.NextKeyspace(long number) -> "next keyspace " + number;
      case EditEntry.Checksum(long table, int crc) ->
          "checksum of " + FileNames.table(table) + " " + HexFormat.of().toHexDigits(crc);
      case EditEntry.AddValueFile(ValueFileMeta(long number, long bytes, int crc)) ->
          "add %s bytes=%s checksum %s"
              .formatted(FileNames.values(number), bytes, HexFormat.of().toHexDigits(crc));
      case EditEntry.Lineage(long copy, long opening) ->
          "lineage copy=" + Long.toHexString(copy) + " opening=" + Long.toHexString(opening);
    };
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }
}
