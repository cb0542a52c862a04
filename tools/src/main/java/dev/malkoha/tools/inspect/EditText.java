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
      case EditEntry.NumberFact(EditEntry.Kind kind, long number) -> textOf(kind) + number;
      case EditEntry.AddTable(int level, TableMeta table) -> "add L" + level + " " + table;
      case EditEntry.DropTable(int level, long number) ->
          "drop L" + level + " " + FileNames.table(number);
      case EditEntry.SetVector(long table, VectorRef vector) ->
          "vector of " + FileNames.table(table) + " in " + vector;
      case EditEntry.AddRange(RangeTombstone(byte[] from, byte[] to, long sequence)) ->
          "add range sequence=%s from=%s to=%s"
              .formatted(sequence, hex(from), to.length == 0 ? "..." : hex(to));
      case EditEntry.LogMark(LogProof(long sequence, long slot, long durable)) ->
          "log mark segment=" + sequence + " slot=" + slot + " durable=" + durable;
      case EditEntry.Mark(long sequence, byte[] label) ->
          "mark sequence=" + sequence + (label == null ? "" : " label=" + hex(label));
      case EditEntry.Cut(long after, long last) -> "cut after=" + after + " last=" + last;
      case EditEntry.Keyspace(KeyspaceId id, String options) ->
          "keyspace " + id + " options " + options;
      case EditEntry.Checksum(long table, int crc) ->
          "checksum of " + FileNames.table(table) + " " + HexFormat.of().toHexDigits(crc);
      case EditEntry.AddValueFile(ValueFileMeta(long number, long bytes, int crc)) ->
          "add %s bytes=%s checksum %s"
              .formatted(FileNames.values(number), bytes, HexFormat.of().toHexDigits(crc));
      case EditEntry.Lineage(long copy, long opening) ->
          "lineage copy=" + Long.toHexString(copy) + " opening=" + Long.toHexString(opening);
    };
  }

  private static String textOf(EditEntry.Kind kind) {
    return switch (kind) {
      case NEXT_FILE -> "next file ";
      case NEXT_KEYSPACE -> "next keyspace ";
      case LOG_FLOOR -> "log floor ";
      case LAST_SEQUENCE -> "last sequence ";
      case DROP_RANGE -> "drop range sequence=";
      case OBSOLETE -> "obsolete file ";
      case DROP_KEYSPACE -> "drop keyspace ";
      case IN_KEYSPACE -> "in keyspace ";
      case FLUSHED -> "flushed sequence ";
      case TIME -> "time ";
      case UNMARKED -> "unmarked sequence ";
    };
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }
}
