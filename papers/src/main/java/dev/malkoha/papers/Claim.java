package dev.malkoha.papers;

/**
 * Something that the paper says, held against our numbers.
 *
 * @param published what the paper says, in few words
 * @param measured what this run says of the same
 * @param holds whether that agrees
 */
public record Claim(String published, String measured, boolean holds) {}
